-- The local windows of a source, the longest first.
SELECT
    kv_window::TEXT AS value,
    CASE WHEN kv_window < 0 THEN 'not stated' ELSE format('{:,}', kv_window) || ' tokens' END AS label
FROM kv_place
WHERE study = $study AND source = $source AND metric = $metric
  AND is_chosen($benchmark, benchmark) AND is_chosen($model, model)
GROUP BY kv_window
ORDER BY kv_window DESC
