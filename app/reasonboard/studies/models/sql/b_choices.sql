-- The runs that can be B, of the chosen models: those that share chosen benchmarks with A first, of its block, by their mean rank.
WITH common AS (
    SELECT DISTINCT other.number
    FROM scores_of($settings) AS one
    JOIN scores_of($settings) AS other ON other.benchmark = one.benchmark AND one.key = $a
    WHERE len($benchmark) = 0 OR list_contains($benchmark, one."column")
)
SELECT key AS value, label
FROM ranked_runs($settings, $source, $metric)
WHERE len($model) = 0 OR list_contains($model, model)
ORDER BY
    key = $a, number NOT IN (SELECT number FROM common),
    block IS DISTINCT FROM (SELECT block FROM model_run WHERE key = $a),
    newest DESC, own, few, rank, key
LIMIT 500
