-- The benchmarks that a click can open.
SELECT benchmark AS value, benchmark AS label
FROM scale_curve
WHERE study = $study AND source = $source AND metric = $metric AND family = $family
  AND is_chosen($benchmark, benchmark)
GROUP BY benchmark, aggregate
ORDER BY aggregate, lower(benchmark)
