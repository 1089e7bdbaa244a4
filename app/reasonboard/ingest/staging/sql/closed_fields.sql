-- Of the problems of benchmarks whose texts are closed, the fields that the catalogue lists are kept, and no id that is a text.
-- Gives a line for each benchmark of which something is left out.
CREATE OR REPLACE TEMP TABLE closed_name AS
FROM closed_among((SELECT coalesce(list(DISTINCT benchmark), []) FROM staged_sample));

SELECT EXISTS (FROM closed_name);

CREATE OR REPLACE TEMP TABLE left_out AS
WITH stated AS (
    SELECT DISTINCT closed_name.name, closed_name.fields, item_fields
    FROM staged_sample
    JOIN closed_name ON raw = benchmark
    WHERE item_fields IS NOT NULL
)
SELECT name, fields, list(DISTINCT 'item.' || key ORDER BY 'item.' || key) AS keys
FROM (SELECT name, fields, unnest(json_keys(item_fields)) AS key FROM stated)
WHERE NOT is_listed_field(key, fields)
GROUP BY ALL;

CREATE OR REPLACE TEMP TABLE text_as_id AS
SELECT name, count(DISTINCT item) AS items
FROM staged_sample
JOIN closed_name ON raw = benchmark
WHERE closed_item(item) <> item
GROUP BY ALL;

UPDATE staged_sample SET item_fields = kept_fields(item_fields, fields), item = closed_item(item)
FROM closed_name
WHERE raw = benchmark;

SELECT format(
    '{}: {} left out (expected of its problems nothing but {}: its authors ask that they are not published)',
    name, array_to_string(keys, ', '), array_to_string(fields, ', ')
)
FROM left_out
UNION ALL
SELECT format('{}: {} of its problems have a text as their id: its digest is kept (expected a short id)', name, items)
FROM text_as_id
ORDER BY 1
