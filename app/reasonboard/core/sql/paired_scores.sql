-- What the tests of two sides need of the items that both answered, a row for each benchmark and metric: `runs_a` and
-- `runs_b` are the runs of each side. An item that a side answered in several runs counts with the mean of all.
WITH scored AS (
    SELECT
        answered.run::TEXT IN (SELECT unnest($runs_a)) AS of_a,
        answered.benchmark, answered.metric, item,
        sum(mean * n) / sum(n) AS score,
        sum(n) AS n
    FROM answered
    JOIN item_score
        ON item_score.run = answered.key AND item_score.benchmark = answered.raw_benchmark
        AND item_score.metric = answered.raw_metric
    WHERE (answered.run::TEXT IN (SELECT unnest($runs_a)) OR answered.run::TEXT IN (SELECT unnest($runs_b))) AND n > 0
    GROUP BY ALL
)
SELECT
    benchmark,
    metric,
    count(a.score)::INTEGER AS items_a,
    count(b.score)::INTEGER AS items_b,
    count(a.score - b.score)::INTEGER AS n,
    avg(a.score) FILTER (b.score IS NOT NULL) AS mean_a,
    avg(b.score) FILTER (a.score IS NOT NULL) AS mean_b,
    stddev_samp(a.score - b.score) AS sd,
    count(*) FILTER (a.score > b.score)::INTEGER AS only_a,
    count(*) FILTER (a.score < b.score)::INTEGER AS only_b,
    coalesce(bool_and(a.n = 1 AND b.n = 1 AND a.score IN (0, 1) AND b.score IN (0, 1)), false) AS binary
FROM (SELECT * FROM scored WHERE of_a) AS a
FULL JOIN (SELECT * FROM scored WHERE NOT of_a) AS b USING (benchmark, metric, item)
GROUP BY benchmark, metric
ORDER BY benchmark, metric
