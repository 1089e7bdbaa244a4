-- The runs that A can be compared with: the newest of each model first, of those that have equally many benchmarks in common
-- with A what an own A was loaded with, then the best by mean rank; below them those that have no benchmark in common.
WITH of_a AS (SELECT DISTINCT "column" FROM model_score WHERE key = $a AND main),
named AS (
    SELECT
        *,
        concat_ws(
            ' · ', model, nullif(variant, ''), CASE WHEN count(*) OVER (PARTITION BY model, variant) > 1 THEN title END
        ) AS label
    FROM model_run
),
shared AS (SELECT key, count(*) AS benchmarks FROM model_score JOIN of_a USING ("column") WHERE main GROUP BY key)
SELECT
    model_run.key AS value, model_run.label,
    CASE WHEN shared.benchmarks > 0 THEN 'Benchmarks shared with A' ELSE 'No shared benchmark' END AS "group"
FROM named AS model_run
LEFT JOIN shared ON shared.key = model_run.key
LEFT JOIN ranked_runs('newest', [], 'main') AS ranked USING (number)
WHERE model_run.key <> $a
ORDER BY
    coalesce(shared.benchmarks, 0) = 0, model_run.newest DESC, shared.benchmarks DESC,
    model_run.own AND model_run.source = (SELECT source FROM model_run WHERE key = $a) DESC,
    model_run.own, few NULLS LAST, rank, model_run.key
LIMIT 5000
