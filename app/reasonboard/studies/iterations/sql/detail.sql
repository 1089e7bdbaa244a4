-- The picked benchmark as in grid.sql: one row per model.
SELECT * EXCLUDE (study, source, metric, model, gain)
FROM iteration_curve
WHERE study = $study AND source = $source AND metric = $metric
  AND benchmark = $panel AND (len($model) = 0 OR list_contains($model, model))
ORDER BY run
