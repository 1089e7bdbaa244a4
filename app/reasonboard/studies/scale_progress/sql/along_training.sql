-- The benchmark that was picked: accuracy along training, a row per model and checkpoint. A value that is missing in a file
-- is NULL, and `missing` says what stands there instead.
SELECT
    model, params_b, progress, step, checkpoint,
    value, stderr, n_items, n_listed, n_repeats, n_seeds, seed_sd, kind::TEXT AS kind, number, tests, missing
FROM scale_cell_or_missing
JOIN scale_tests USING (study, source, metric, family)
WHERE study = $study AND source = $source AND metric = $metric AND family = $family
  AND progress IS NOT NULL
  AND benchmark = $panel
  AND (len($model) = 0 OR list_contains($model, model))
ORDER BY params_b, model, progress
