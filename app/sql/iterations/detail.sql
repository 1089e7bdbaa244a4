-- The picked benchmark as in grid.sql: one row per model.
SELECT * EXCLUDE (model, gain)
FROM iteration_curve($study, $source, $metric)
WHERE benchmark = $panel AND (len($model) = 0 OR list_contains($model, model))
ORDER BY run
