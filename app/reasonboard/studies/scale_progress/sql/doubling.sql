-- Every benchmark at the picked checkpoint: a row per chosen model.
SELECT
    benchmark, model, params_b, value, stderr, n_items, n_listed, n_repeats, n_seeds, seed_sd, scale, kind::TEXT AS kind, tests
FROM scale_cell
JOIN scale_tests USING (study, source, metric, family)
WHERE study = $study AND source = $source AND metric = $metric AND family = $family
  AND params_b IS NOT NULL AND checkpoint = $checkpoint
  AND is_chosen($benchmark, benchmark) AND is_chosen($model, model)
-- A mean that the source has over its benchmarks is none of them.
QUALIFY NOT aggregate OR bool_and(aggregate) OVER ()
ORDER BY aggregate, lower(benchmark), params_b, model
