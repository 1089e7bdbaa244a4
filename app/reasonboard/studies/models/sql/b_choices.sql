-- The runs that can be B, of the chosen models: those that share chosen benchmarks with A first, of its block, by their mean rank.
WITH of_a AS (
    SELECT coalesce(list(benchmark), []) AS benchmarks
    FROM scores_of_run($settings, $a, $metric)
    WHERE len($benchmark) = 0 OR list_contains($benchmark, "column")
)
SELECT key AS value, label
FROM ranked_runs($settings, $source, $metric)
WHERE len($model) = 0 OR list_contains($model, model)
ORDER BY
    key = $a, list_has_any(measured, (SELECT benchmarks FROM of_a)) DESC,
    block IS DISTINCT FROM (SELECT block FROM model_run WHERE key = $a),
    newest DESC, own, few, rank, key
LIMIT 500
