-- The shares of older tokens that a source keeps, the largest first.
SELECT kv_ratio::TEXT AS value, CASE WHEN kv_ratio < 0 THEN 'not stated' ELSE kv_ratio::TEXT END AS label
FROM kv_place
WHERE study = $study AND source = $source AND metric = $metric
  AND is_chosen($benchmark, benchmark) AND is_chosen($model, model)
GROUP BY kv_ratio
ORDER BY kv_ratio DESC
