-- The id of A's problem in the answers of B, where these have its text or its id (see `item_score`); no row where A has no such
-- problem, NULL where B has not answered it.
WITH of_a AS (
    SELECT DISTINCT item_hash
    FROM answered
    JOIN item_score USING (score_hash)
    WHERE answered.run IN (SELECT unnest(runs_of($a))) AND answered.benchmark = $benchmark_a AND answered.metric = $metric_a
        AND item = $item
)
SELECT min(item) AS item
FROM of_a
LEFT JOIN (
    SELECT item_hash, item
    FROM answered
    JOIN item_score USING (score_hash)
    WHERE answered.run IN (SELECT unnest(runs_of($b))) AND answered.benchmark = $benchmark_b AND answered.metric = $metric_b
) AS of_b USING (item_hash)
GROUP BY item_hash
