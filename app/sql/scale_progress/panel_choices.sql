-- The benchmarks that a click can open.
SELECT benchmark AS value, benchmark AS label
FROM cell
JOIN benchmark ON benchmark.name = cell.benchmark
WHERE study = $study AND source = $source AND metric = $metric AND family = $family
  AND (len($benchmark) = 0 OR list_contains($benchmark, benchmark))
GROUP BY benchmark, benchmark.aggregate
ORDER BY benchmark.aggregate, lower(benchmark)
