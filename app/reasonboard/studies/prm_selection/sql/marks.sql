-- The marks that can be compared: the values of the chosen selector, with any number of samples where none
-- is chosen. Those of different figures or tables (`place`) stand apart.
SELECT
    selection.source, model, benchmark, place, train_samples AS samples, selection.metric, value, stderr, n_items, n_listed,
    n_repeats, n_seeds, seed_sd, kind::TEXT AS kind, unit, scale, higher_is_better, run_id AS run
FROM selection
JOIN metric ON metric.name = selection.metric
WHERE study = $study AND selection.source = $source AND selection.metric = $metric
  AND is_chosen($benchmark, benchmark) AND is_chosen($model, model)
  AND ($selector = '' OR selector = $selector) AND ($samples = '' OR train_samples::TEXT = $samples)
ORDER BY model, lower(benchmark), place, train_samples, kind, locator
