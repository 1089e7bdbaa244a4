-- The shares of older tokens that a source keeps, the largest first.
SELECT kv_ratio::TEXT AS value, kv_ratio::TEXT AS label
FROM cell
WHERE study = $study AND source = $source AND metric = $metric
  AND kv_window IS NOT NULL AND kv_ratio IS NOT NULL
  AND (len($benchmark) = 0 OR list_contains($benchmark, benchmark))
  AND (len($model) = 0 OR list_contains($model, model))
GROUP BY kv_ratio
ORDER BY kv_ratio DESC
