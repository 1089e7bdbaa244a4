-- The answers to benchmarks that an alias, or the catalogue that a build reads, closed after they were loaded, and what of them may
-- no longer be kept.
SELECT EXISTS (FROM alias_benchmark) OR NOT EXISTS (FROM made_as);

CREATE OR REPLACE TEMP TABLE closed_name AS
FROM closed_among((SELECT coalesce(list(DISTINCT benchmark), []) FROM sample_part));

SELECT EXISTS (FROM closed_name);

CREATE OR REPLACE TEMP TABLE closed_part AS
SELECT run, benchmark, metric, part
FROM sample_part
WHERE (run, benchmark) IN (
    SELECT (run, benchmark)
    FROM field_sum
    JOIN closed_name ON raw = benchmark
    WHERE len(list_filter(map_keys(field_sum.fields), lambda key: NOT is_listed_field(key, closed_name.fields))) > 0
    UNION ALL
    SELECT (run, benchmark) FROM item_score JOIN closed_name ON raw = benchmark WHERE closed_item(item) <> item
);

SELECT DISTINCT part FROM closed_part ORDER BY part
