-- The main score of each benchmark, and every metric that the chosen sources have, the most used first.
SELECT 'main' AS value, 'Main score' AS label
UNION ALL
SELECT * FROM (
    SELECT model_column.metric, any_value(label)
    FROM model_column
    JOIN metric ON metric.name = model_column.metric
    WHERE is_shown($source, source, opens)
    GROUP BY model_column.metric
    ORDER BY sum(cells) DESC, model_column.metric
)
