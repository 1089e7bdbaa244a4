-- The runs that can be B, of the chosen models: those that share chosen benchmarks with A first, of its block, by their mean rank.
-- $keys, and what each is called and has: the row of studies/models/ranks.
WITH ranked AS (
    SELECT
        unnest($keys::TEXT[]) AS key, unnest($labels::TEXT[]) AS label, unnest($models::TEXT[]) AS model, unnest($blocks::TEXT[]) AS block,
        unnest($places::BIGINT[]) AS place, unnest($sets::BIGINT[]) AS measured_set
),
measured AS (
    SELECT
        unnest(range(1, len($benchmarks) + 1)) AS measured_set, unnest($benchmarks::TEXT[][]) AS benchmarks, unnest($columns::TEXT[][]) AS columns
),
of_a AS (
    SELECT coalesce(list(benchmark), []) AS benchmarks
    FROM (SELECT unnest(benchmarks) AS benchmark, unnest(columns) AS "column" FROM ranked JOIN measured USING (measured_set) WHERE key = $a)
    WHERE len($benchmark) = 0 OR list_contains($benchmark, "column")
)
SELECT key AS value, label
FROM ranked
JOIN measured USING (measured_set)
WHERE len($model) = 0 OR list_contains($model, model)
ORDER BY
    key = $a, list_has_any(benchmarks, (SELECT benchmarks FROM of_a)) DESC, block IS DISTINCT FROM (SELECT block FROM ranked WHERE key = $a), place
LIMIT 500
