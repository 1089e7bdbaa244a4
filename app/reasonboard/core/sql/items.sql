-- The items that two runs answered with different scores, those first whose mean score differs most.
WITH scored AS (
    SELECT answered.run::TEXT AS run, item, mean AS score
    FROM answered
    JOIN item_score
        ON item_score.run = answered.key AND item_score.benchmark = answered.raw_benchmark
        AND item_score.metric = answered.raw_metric
    WHERE answered.run::TEXT IN ($run_a, $run_b)
      AND answered.benchmark = $benchmark AND answered.metric = $metric AND n > 0
)
SELECT a.item, a.score AS a, b.score AS b
FROM scored AS a
JOIN scored AS b ON b.item = a.item AND a.run = $run_a AND b.run = $run_b AND b.score <> a.score
ORDER BY abs(a.score - b.score) DESC, a.item
