-- What claims are tested on: the values of a source with their conditions. `place` is the figure or table of a
-- value that others stand beside. Of several values for one condition the most trusted counts.
SELECT
    model, family, params_b, COLUMNS(lambda name: is_condition(name)), benchmark, aggregate, split, task_type, task_length, '' AS place,
    unit, value, n_items, n_listed, n_repeats, n_seeds, stderr, seed_sd, scale, kind::TEXT AS kind
FROM cell
WHERE study = $study AND source = $source AND metric = $metric AND selector IS NULL
  AND ($family = '' OR family IS NULL OR family = $family)
  AND ($split = '' OR split IS NULL OR split = $split)
  AND ($train_samples = '' OR train_samples IS NULL OR train_samples::TEXT = $train_samples)
QUALIFY row_number() OVER (
    PARTITION BY model, conditions_of(cell), benchmark, split, task_type, task_length, metric
    ORDER BY cell.kind, locators[1]
) = 1
UNION ALL BY NAME
SELECT
    selection.model, model.family, selection.params_b, train_samples, selector, benchmark, aggregate, place, metric.unit,
    value, n_items, n_listed, n_repeats, n_seeds, stderr, seed_sd, scale, selection.kind::TEXT AS kind
FROM selection
JOIN metric ON metric.name = selection.metric
LEFT JOIN model ON model.name = selection.model
WHERE study = $study AND source = $source AND selection.metric = $metric
ORDER BY ALL
