-- The benchmarks that a source has numbers for in this metric, or only a range of them.
SELECT benchmark AS value, benchmark AS label
FROM (
    SELECT benchmark, study, source, metric FROM cell
    UNION
    SELECT benchmark, study, source, metric FROM bound
) AS used
JOIN benchmark ON benchmark.name = used.benchmark
WHERE study = $study AND source = $source AND metric = $metric
ORDER BY aggregate, lower(benchmark)
