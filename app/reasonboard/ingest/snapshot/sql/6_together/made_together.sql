-- The tables $written by scripts that bring sources together, the list of all sources, and the views and macros that read one of them.
INSERT INTO made_together
WITH RECURSIVE defined AS MATERIALIZED (
    SELECT view_name AS name, "sql" AS definition FROM duckdb_views() WHERE NOT internal
    UNION ALL
    SELECT function_name, macro_definition FROM duckdb_functions() WHERE NOT internal AND macro_definition IS NOT NULL
),
together AS (
    SELECT unnest(['listed_source'] || $written::TEXT[]) AS name
    UNION
    SELECT defined.name FROM defined JOIN together ON regexp_matches(definition, '\b' || together.name || '\b')
)
SELECT DISTINCT name FROM together ORDER BY name;
