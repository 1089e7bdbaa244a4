-- One row per benchmark and model: its curve (see tables.sql) and stated ranges. Aggregates come last.
SELECT * EXCLUDE (study, source, metric, gain), benchmark AS panel
FROM iteration_curve
WHERE study = $study AND source = $source AND metric = $metric
ORDER BY aggregate, CASE WHEN $order = 'gain' THEN -gain END NULLS LAST, lower(benchmark), run
