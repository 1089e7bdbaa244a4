-- The runs that A can be compared with: those that have most benchmarks in common with it first.
WITH of_a AS (SELECT DISTINCT "column" FROM model_score WHERE key = $a AND main),
shared AS (SELECT key, count(*) AS benchmarks FROM model_score JOIN of_a USING ("column") WHERE main GROUP BY key)
SELECT
    key AS value,
    concat_ws(' · ', model, nullif(variant, ''), CASE WHEN count(*) OVER (PARTITION BY model, variant) > 1 THEN title END)
        AS label
FROM model_run
LEFT JOIN shared USING (key)
WHERE key <> $a
ORDER BY coalesce(shared.benchmarks, 0) DESC, own DESC, newest DESC, key
LIMIT 5000
