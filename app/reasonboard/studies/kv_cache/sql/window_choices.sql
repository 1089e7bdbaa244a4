-- The local windows of a source, the longest first.
SELECT kv_window::TEXT AS value, format('{:,}', kv_window) || ' tokens' AS label
FROM kv_place
WHERE study = $study AND source = $source AND metric = $metric
  AND (len($benchmark) = 0 OR list_contains($benchmark, benchmark))
  AND (len($model) = 0 OR list_contains($model, model))
GROUP BY kv_window
ORDER BY kv_window DESC
