-- The main score of each benchmark, and what else answers to some of them were scored by.
SELECT 'main' AS value, 'Main score' AS label
UNION ALL
SELECT * FROM (
    SELECT token_score.metric, any_value(label)
    FROM token_score
    JOIN model_source ON model_source.source = token_score.source
    JOIN metric ON metric.name = token_score.metric
    WHERE NOT main AND is_shown($source, token_score.source, opens)
    GROUP BY token_score.metric
    ORDER BY count(*) DESC, token_score.metric
)
