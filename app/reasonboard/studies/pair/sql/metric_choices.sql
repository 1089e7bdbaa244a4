-- The main score of each benchmark, and every metric that A and B have, the most used first.
-- $metrics: the row of studies/pair/places.
SELECT 'main' AS value, 'Accuracy or main score' AS label
UNION ALL
SELECT name, label
FROM (
    SELECT name, label
    FROM metric
    WHERE list_contains($metrics::TEXT[], name)
    ORDER BY list_position($metrics::TEXT[], name)
)
