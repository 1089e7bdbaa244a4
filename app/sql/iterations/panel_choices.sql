-- The benchmarks that a click can open, aggregates last.
SELECT benchmark AS value, benchmark AS label
FROM (
    SELECT benchmark, study, source, metric FROM cell WHERE iteration IS NOT NULL
    UNION
    SELECT benchmark, study, source, metric FROM bound
) AS used
JOIN benchmark ON benchmark.name = used.benchmark
WHERE study = $study AND source = $source
  AND metric IN ($metric, 'token_length')
  AND (len($benchmark) = 0 OR list_contains($benchmark, benchmark))
GROUP BY benchmark, benchmark.aggregate
ORDER BY benchmark.aggregate, lower(benchmark)
