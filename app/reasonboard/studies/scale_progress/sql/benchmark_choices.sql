-- The benchmarks that a source has numbers for in this metric, or only a range of them.
SELECT benchmark AS value, benchmark AS label
FROM metric_tally
JOIN benchmark ON benchmark.name = metric_tally.benchmark
WHERE study = $study AND source = $source AND metric = $metric
ORDER BY aggregate, lower(benchmark), benchmark
