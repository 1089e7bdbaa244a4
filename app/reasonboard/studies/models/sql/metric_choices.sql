-- The main score of each benchmark, and every metric that the chosen sources have, the most used first: of own and bundled
-- sources those that own ones have come before the others.
WITH shown AS (FROM model_column JOIN own_source USING (source) WHERE is_shown($source, source, opens))
SELECT 'main' AS value, 'Main score' AS label, '' AS "group"
UNION ALL
SELECT * FROM (
    SELECT
        shown.metric, any_value(label),
        choice_group(bool_or(shown.own), (SELECT count(DISTINCT own) > 1 FROM shown)) AS "group"
    FROM shown
    JOIN metric ON metric.name = shown.metric
    GROUP BY shown.metric
    ORDER BY "group" DESC, sum(cells) DESC, shown.metric
)
