-- The benchmark that was picked: accuracy along training, a row per model and checkpoint.
SELECT
    model, params_b, progress, step, checkpoint,
    value, stderr, n_items, n_listed, n_repeats, n_seeds, seed_sd, scale, kind::TEXT AS kind, number, tests
FROM scale_cell
JOIN scale_tests USING (study, source, metric, family)
WHERE study = $study AND source = $source AND metric = $metric AND family = $family
  AND progress IS NOT NULL
  AND benchmark = $panel
  AND (len($model) = 0 OR list_contains($model, model))
ORDER BY params_b, model, progress
