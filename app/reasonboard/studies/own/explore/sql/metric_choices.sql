-- The metrics of the sources: scores first, then rewards, shares that are no scores and all others; of each those that are known
-- to be better one way, means before extremes, then those with the most numbers. Of own and bundled sources those that own ones
-- have come first. Last what can be computed of their answers, by which fields of problems can have roles.
WITH answering AS (
    SELECT DISTINCT answered.key FROM answered JOIN run ON run.id = answered.run WHERE list_contains($source, run.source)
),
statistic AS (
    SELECT 0 AS place, 'accuracy' AS name
    WHERE EXISTS (SELECT 1 FROM sample_score SEMI JOIN answering ON key = run WHERE unit = 'fraction')
    UNION ALL
    SELECT 1, unnest(['pass@k', 'pass^k']) WHERE EXISTS (SELECT 1 FROM pass_count SEMI JOIN answering ON key = run WHERE n > 1)
    UNION ALL
    SELECT 2, 'majority@k' WHERE EXISTS (SELECT 1 FROM vote_score SEMI JOIN answering ON key = run)
    UNION ALL
    SELECT 3, 'cut_share' WHERE EXISTS (SELECT 1 FROM cut_score SEMI JOIN answering ON key = run WHERE answers > 0)
    UNION ALL
    SELECT 4, unnest(['mean(tokens)', 'median(tokens)']) WHERE EXISTS (SELECT 1 FROM token_sum SEMI JOIN answering ON key = run)
),
offered AS (
    SELECT
        metric AS value, any_value(label) AS label,
        choice_group(bool_or(own), (SELECT count(DISTINCT own) > 1 FROM own_source WHERE list_contains($source, source))) AS "group",
        CASE
            WHEN any_value(unit) = 'fraction' AND bool_or(higher_is_better) THEN 0
            WHEN any_value(unit) = 'reward' THEN 1
            WHEN any_value(unit) = 'fraction' THEN 2
            ELSE 3
        END AS place,
        bool_or(higher_is_better IS NOT NULL) AS is_judged, sum(cells) AS cells
    FROM metric_tally
    JOIN metric ON metric.name = metric_tally.metric
    JOIN own_source USING (source)
    WHERE list_contains($source, source)
    GROUP BY metric
    HAVING sum(cells) > 0
    UNION ALL
    SELECT
        'answers.' || statistic.name, CASE statistic.name WHEN 'accuracy' THEN 'Accuracy of answers' ELSE label END,
        'Computed from answers', place, true, 0
    FROM statistic
    JOIN metric ON metric.name = statistic.name
)
SELECT value, label, "group"
FROM offered
ORDER BY
    "group" = 'Computed from answers', "group" DESC, place, is_judged DESC, regexp_matches(value, '\b(max|min)\b'), cells DESC,
    value NOT IN ('accuracy', 'reward'), value NOT LIKE '%mean%', value
