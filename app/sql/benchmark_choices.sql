-- The benchmarks that a source has numbers for, aggregates last.
SELECT benchmark AS value, benchmark AS label
FROM (
    SELECT benchmark, study, source FROM cell
    UNION
    SELECT benchmark, study, source FROM bound
) AS used
JOIN benchmark ON benchmark.name = used.benchmark
WHERE study = $study AND source = $source
ORDER BY aggregate, lower(benchmark)
