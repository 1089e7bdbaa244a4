-- The benchmarks that a source has numbers for in this metric, or only a range of them.
SELECT metric_tally.benchmark AS value, metric_tally.benchmark AS label
FROM metric_tally
JOIN benchmark ON benchmark.name = metric_tally.of_benchmark
WHERE study = $study AND source = $source AND metric = $metric
ORDER BY aggregate, lower(metric_tally.benchmark), metric_tally.benchmark
