-- The settings that are known of A or of B, with the value of each.
WITH known AS (
    SELECT key = $a AS of_a, unnest(map_keys(settings)) AS name, unnest(map_values(settings)) AS value
    FROM model_run
    WHERE key IN ($a, $b)
    UNION ALL
    SELECT key = $a, 'harness', tool FROM model_run WHERE key IN ($a, $b) AND tool IS NOT NULL
    UNION ALL
    SELECT key = $a, 'harness_version', tool_version FROM model_run WHERE key IN ($a, $b) AND tool_version IS NOT NULL
)
SELECT
    name, min(value) FILTER (of_a) AS a, min(value) FILTER (NOT of_a) AS b,
    CASE WHEN count(DISTINCT of_a) < 2 THEN 'unknown' WHEN count(DISTINCT value) = 1 THEN 'same' ELSE 'differs' END AS state
FROM known
GROUP BY name
ORDER BY name
