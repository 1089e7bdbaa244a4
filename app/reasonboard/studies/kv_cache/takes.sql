-- Runs with a window or a ratio of the KV cache, or both; a ratio of 1 alone is a run with the full cache.
SELECT
    key, typed, 'kv-cache' AS study, 2 AS rank,
    CASE WHEN kv_window IS NULL AND kv_ratio IS NULL THEN 'window or ratio' ELSE '' END AS missing,
    ['kv_method', 'kv_window', 'kv_ratio'] AS axes
FROM candidate
