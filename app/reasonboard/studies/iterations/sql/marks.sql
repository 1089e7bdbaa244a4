-- The marks that can be compared: the score of the chosen benchmark and iteration, '' standing for every one.
SELECT
    source, model, method, benchmark, iteration, metric,
    value, stderr, n_items, n_listed, n_repeats, n_seeds, seed_sd, kind::TEXT AS kind, unit, scale, higher_is_better, run_id AS run
FROM iteration_cell
WHERE study = $study AND source = $source AND score = $metric
  AND is_chosen($model, model)
  AND ($panel = '' OR benchmark = $panel) AND ($iteration = '' OR iteration::TEXT = $iteration)
ORDER BY aggregate, model, method, lower(benchmark), iteration
