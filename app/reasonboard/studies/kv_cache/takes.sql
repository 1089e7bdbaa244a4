-- Runs with a window and a ratio of the KV cache; a ratio of 1 alone is a run with the full cache.
SELECT
    key, typed, 'kv-cache' AS study, 2 AS rank,
    concat_ws(
        ', ', CASE WHEN kv_window IS NULL AND kv_ratio IS DISTINCT FROM 1 THEN 'window' END,
        CASE WHEN kv_ratio IS NULL THEN 'ratio' END
    ) AS missing
FROM candidate
