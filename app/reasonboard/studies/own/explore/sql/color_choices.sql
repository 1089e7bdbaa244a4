-- The columns that can tell lines apart: models; else what has few values; else none. Two that count the same training, as
-- step and iteration, or a model and its size, are no line and its x axis: each line would be a point.
SELECT name AS value
FROM (
    SELECT
        name, values,
        CASE
            WHEN name = 'model' AND $along <> 'params_b' THEN 0
            WHEN name = 'model' THEN 3
            WHEN name IN ('benchmark', 'source', 'family', 'params_b', 'progress', 'date', 'build') OR values NOT BETWEEN 2 AND 12 THEN 3
            WHEN name IN ('step', 'iteration', 'train_samples') AND $along IN ('step', 'iteration', 'train_samples', 'progress') THEN 3
            ELSE 1
        END AS rank
    FROM role_column($source, $metric)
    WHERE varies AND values <= 200 AND name NOT IN ('seed', $along)
    UNION ALL
    SELECT 'none', 0, 2
)
ORDER BY rank, values DESC, name
