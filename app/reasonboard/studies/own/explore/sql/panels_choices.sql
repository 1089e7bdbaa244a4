-- The columns that can have a panel for each value: benchmarks, where they are no more than can be drawn; else none.
SELECT name AS value
FROM (
    SELECT name, values, CASE WHEN name = 'benchmark' AND values <= 24 THEN 0 ELSE 2 END AS rank
    FROM role_column($source, $metric)
    WHERE varies AND values <= 200 AND name NOT IN ('seed', $along, $color)
    UNION ALL
    SELECT 'none', 0, 1
)
ORDER BY rank, values DESC, name
