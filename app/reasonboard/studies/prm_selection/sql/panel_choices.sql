-- The benchmarks of the first two charts, the one with the most different sample counts first.
SELECT benchmark AS value, benchmark AS label
FROM selection
WHERE study = $study AND source = $source AND metric = $metric
  AND is_chosen($benchmark, benchmark) AND is_chosen($model, model)
GROUP BY benchmark
ORDER BY count(DISTINCT train_samples) DESC, count(DISTINCT selector) DESC, lower(benchmark)
