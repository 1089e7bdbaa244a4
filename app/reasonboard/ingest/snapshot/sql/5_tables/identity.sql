-- A number for everything that has a color of its own, the same on every page. What is only loaded comes last, in the
-- order of the loads, so that a load changes no color of what was there.
INSERT INTO source_color
SELECT source, CASE WHEN rank > 1000 THEN loaded_at END, name, position, max(size)
FROM (
    SELECT DISTINCT source, model AS name, 0 AS position, NULL AS size FROM run WHERE model IS NOT NULL
    UNION ALL
    SELECT DISTINCT source, selector, 1, selector_params_b FROM run WHERE selector IS NOT NULL
    UNION ALL
    SELECT DISTINCT source, task_type, 2, NULL
    FROM measurement
    JOIN run ON run.id = measurement.run
    WHERE task_type IS NOT NULL
    UNION ALL
    SELECT DISTINCT source, method, 3, NULL FROM run WHERE method IS NOT NULL
)
JOIN (SELECT id AS source, rank, loaded_at FROM source) USING (source)
GROUP BY ALL;

CREATE TABLE identity AS
WITH colored AS (
    SELECT NULL AS source, NULL::TIMESTAMP AS loaded_at, name, 0 AS position, NULL AS size
    FROM model
    WHERE name NOT IN (SELECT name FROM loaded_model_name)
    UNION ALL
    FROM source_color
),
named AS (
    SELECT
        name, min(position) AS position, max(size) AS size,
        CASE WHEN bool_and(loaded_at IS NOT NULL) THEN min((loaded_at, source)) END AS loaded
    FROM colored
    GROUP BY name
)
SELECT
    name,
    row_number() OVER (
        ORDER BY loaded NULLS FIRST, position, family, coalesce(params_b, size), name
    ) - 1 AS number
FROM named
LEFT JOIN (SELECT name, family, params_b FROM model) USING (name);
