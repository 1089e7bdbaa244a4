-- The tables $written by scripts that bring sources together, the list of all sources, and the views and macros that read one of them.
INSERT INTO made_together
WITH RECURSIVE defined AS (
    SELECT view_name AS name, "sql" AS definition FROM duckdb_views() WHERE NOT internal
    UNION ALL
    SELECT function_name, macro_definition FROM duckdb_functions() WHERE NOT internal AND macro_definition IS NOT NULL
),
reads AS MATERIALIZED (SELECT DISTINCT name, unnest(regexp_extract_all(definition, '\w+')) AS word FROM defined),
together AS (
    SELECT unnest(['listed_source'] || $written::TEXT[]) AS name
    UNION
    SELECT reads.name FROM reads JOIN together ON word = together.name
)
SELECT DISTINCT name FROM together ORDER BY name;
