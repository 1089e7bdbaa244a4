-- The benchmarks of the chosen sources.
SELECT panel AS value, panel AS label
FROM token_scores($source, $metric)
GROUP BY panel
ORDER BY lower(panel), panel
