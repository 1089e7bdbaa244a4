-- The benchmarks that a source has numbers for, aggregates last.
SELECT metric_tally.benchmark AS value, metric_tally.benchmark AS label
FROM metric_tally
JOIN benchmark ON benchmark.name = metric_tally.of_benchmark
WHERE study = $study AND source = $source
GROUP BY benchmark, aggregate
ORDER BY aggregate, lower(benchmark), benchmark
