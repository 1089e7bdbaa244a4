-- The runs that A can be compared with: the newest of each model first, of those that have equally many benchmarks in common
-- with A what an own A was loaded with, then the best by mean rank; below them those that have no benchmark in common. Of more than
-- 2,000 these are the newest of each model, then runs of A's model, then of its source.
WITH one AS (SELECT source, model FROM model_run WHERE key = $a),
alike AS (SELECT model, variant, true AS are_several FROM model_run GROUP BY model, variant HAVING count(*) > 1),
offered AS MATERIALIZED (
    FROM model_run
    WHERE key <> $a
    ORDER BY
        newest DESC, source = (SELECT source FROM one) AND model = (SELECT model FROM one) DESC, source = (SELECT source FROM one) DESC, key
    LIMIT 2000
),
score AS MATERIALIZED (
    SELECT key, "column" FROM scores_of_keys((SELECT list(key) FROM offered) || [$a], 'main')
),
shared AS (
    SELECT key, count(*) AS benchmarks FROM score WHERE "column" IN (SELECT "column" FROM score WHERE key = $a) GROUP BY key
)
SELECT
    offered.key AS value,
    concat_ws(' · ', offered.model, nullif(offered.variant, ''), CASE WHEN are_several THEN offered.title END) AS label,
    CASE WHEN shared.benchmarks > 0 THEN 'Benchmarks shared with A' ELSE 'No shared benchmark' END AS "group"
FROM offered
LEFT JOIN alike ON alike.model = offered.model AND alike.variant = offered.variant
LEFT JOIN shared USING (key)
LEFT JOIN ranked_runs('newest', [], 'main') AS ranked USING (number)
ORDER BY
    coalesce(shared.benchmarks, 0) = 0, offered.newest DESC, shared.benchmarks DESC,
    offered.own AND offered.source IN (SELECT source FROM one) DESC,
    offered.own, few NULLS LAST, rank, offered.key
