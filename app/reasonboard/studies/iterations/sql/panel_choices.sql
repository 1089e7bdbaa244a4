-- The benchmarks that a click can open, aggregates last.
SELECT benchmark AS value, benchmark AS label
FROM iteration_curve
WHERE study = $study AND source = $source AND metric = $metric
  AND is_chosen($benchmark, benchmark)
GROUP BY benchmark, aggregate
ORDER BY aggregate, benchmark = '(training)', lower(benchmark)
