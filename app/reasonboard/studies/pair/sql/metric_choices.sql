-- The main score of each benchmark, and every metric that A and B have, the most used first.
SELECT 'main' AS value, 'Accuracy or main score' AS label
UNION ALL
SELECT * FROM (
    SELECT model_score.metric, any_value(label)
    FROM model_score
    JOIN metric ON metric.name = model_score.metric
    WHERE key IN ($a, $b)
    GROUP BY model_score.metric
    HAVING count(DISTINCT key) = CASE WHEN $b IN ('', $a) THEN 1 ELSE 2 END
    ORDER BY count(*) DESC, model_score.metric
)
