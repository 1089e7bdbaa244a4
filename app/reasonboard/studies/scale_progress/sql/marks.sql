-- The marks that can be compared: those of the chosen cells, '' standing for every one.
SELECT
    source, benchmark, model, coalesce('step ' || step, 'progress ' || progress) AS checkpoint, cell.metric,
    value, stderr, n_items, n_listed, n_repeats, n_seeds, seed_sd, kind::TEXT AS kind, cell.unit, scale,
    higher_is_better, run_id AS run
FROM scale_cell AS cell
JOIN metric ON metric.name = cell.metric
WHERE study = $study AND source = $source AND cell.metric = $metric AND family = $family
  AND progress IS NOT NULL
  AND ($panel = '' OR benchmark = $panel) AND ($size = '' OR model = $size)
  AND ($checkpoint = '' OR checkpoint = $checkpoint)
ORDER BY lower(benchmark), params_b, model, progress
