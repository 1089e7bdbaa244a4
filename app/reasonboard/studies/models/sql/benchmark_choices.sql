-- The benchmarks that the chosen sources have by this metric.
SELECT name AS value, name AS label
FROM model_column
WHERE is_shown($source, source, opens) AND is_measured($metric, metric, main)
GROUP BY name
ORDER BY lower(name), name
