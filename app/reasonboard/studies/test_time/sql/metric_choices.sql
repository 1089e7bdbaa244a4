-- The main score of each benchmark, and what else answers to some of them were scored by: of own and bundled sources those
-- that own ones have come before the others.
WITH shown AS (
    SELECT token_score.metric, token_score.main, own_source.own
    FROM token_score
    JOIN model_source ON model_source.source = token_score.source
    JOIN own_source ON own_source.source = token_score.source
    WHERE is_shown($source, token_score.source, opens)
)
SELECT 'main' AS value, 'Main score' AS label, '' AS "group"
UNION ALL
SELECT * FROM (
    SELECT
        shown.metric, any_value(label),
        choice_group(bool_or(own), (SELECT count(DISTINCT own) > 1 FROM shown WHERE NOT main)) AS "group"
    FROM shown
    JOIN metric ON metric.name = shown.metric
    WHERE NOT main
    GROUP BY shown.metric
    ORDER BY "group" DESC, count(*) DESC, shown.metric
)
