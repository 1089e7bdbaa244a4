-- No rows without answered.
-- The fields that the files of A and B state of the problems of the selected benchmark, each with its values, and with none
-- where neither file has it of all problems. A field of very many values names problems, and does not divide them.
-- $of_benchmark: the row of studies/pair/sides.
WITH score AS (
    SELECT DISTINCT score_hash, key, raw_benchmark, raw_metric, n_items
    FROM answered
    WHERE benchmark = $of_benchmark AND (run IN (SELECT unnest(runs_of($a))) OR run IN (SELECT unnest(runs_of($b))))
),
stated AS (
    SELECT score_hash, n_items, items, unnest(map_entries(fields)) AS field
    FROM field_sum
    JOIN score ON field_sum.run = score.key AND field_sum.benchmark = raw_benchmark AND field_sum.metric = raw_metric
),
lacking AS (
    SELECT name
    FROM (SELECT score_hash, field.key AS name, any_value(n_items) - sum(items) AS items FROM stated GROUP BY ALL)
    GROUP BY name
    HAVING min(items) > 0
),
choice AS (
    SELECT DISTINCT field.key AS name, short_number(field.value) AS field_value FROM stated
    UNION ALL
    SELECT name, '' FROM lacking
)
SELECT
    name || ':' || field_value AS value,
    CASE field_value WHEN '' THEN 'no ' || label ELSE label || ' ' || field_value END AS label
FROM (SELECT *, replace(name, '_', ' ') AS label FROM choice WHERE NOT contains(name, ':'))
QUALIFY count(*) OVER (PARTITION BY name) <= 2000
ORDER BY name, field_value = '', name_order(field_value)
