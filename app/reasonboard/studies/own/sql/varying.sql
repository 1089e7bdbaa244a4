-- The columns in which numbers of some sources differ, with how many values each has and the first of them.
WITH condition AS (
    SELECT unnest(map_entries(all_conditions(one)), recursive := true)
    FROM role_source AS one
    WHERE list_contains($source, one.source) AND one.metric = $metric AND one.rows_of = 'measurements'
)
SELECT
    key AS name,
    count(DISTINCT short_number(value)) AS values,
    bool_and(try_cast(value AS DOUBLE) IS NOT NULL) FILTER (value IS NOT NULL) AS numeric,
    coalesce(max(try_cast(value AS DOUBLE)) / nullif(min(try_cast(value AS DOUBLE)), 0), 0) AS ratio,
    list_sort(list(DISTINCT short_number(value)) FILTER (value IS NOT NULL))[:4] AS first
FROM condition
GROUP BY key
HAVING count(DISTINCT short_number(value)) > 1
ORDER BY key
