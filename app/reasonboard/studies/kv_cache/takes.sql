-- Runs with a window and a ratio of the KV cache.
SELECT
    key, typed, 'kv-cache' AS study, 2 AS rank,
    concat_ws(
        ', ', CASE WHEN kv_window IS NULL THEN 'window' END, CASE WHEN kv_ratio IS NULL THEN 'ratio' END
    ) AS missing
FROM candidate
