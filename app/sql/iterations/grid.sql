-- One row per benchmark and model: its curve (see app/ingest/studies.sql) and stated ranges. Aggregates come last.
SELECT * EXCLUDE (study, source, metric, model, gain)
FROM iteration_curve
WHERE study = $study AND source = $source AND metric = $metric
  AND (len($benchmark) = 0 OR list_contains($benchmark, benchmark))
  AND (len($model) = 0 OR list_contains($model, model))
ORDER BY aggregate, CASE WHEN $order = 'gain' THEN -gain END NULLS LAST, lower(benchmark), run
