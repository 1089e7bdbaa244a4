-- Ranges that the source states without a curve.
SELECT benchmark, low, high, unit FROM bound
WHERE study = $study AND source = $source AND metric = $metric
  AND (len($benchmark) = 0 OR list_contains($benchmark, benchmark))
ORDER BY benchmark
