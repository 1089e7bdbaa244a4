-- The items that two runs both answered, those first whose mean score differs most.
WITH scored AS (
    SELECT answered.run::TEXT AS run, item, avg(score) AS score, count(score) AS answers
    FROM answered
    JOIN sample
        ON sample.run = answered.key AND sample.benchmark = answered.raw_benchmark
        AND sample.metric = answered.raw_metric
    WHERE answered.run::TEXT IN ($run_a, $run_b)
      AND answered.benchmark = $benchmark AND answered.metric = $metric
    GROUP BY ALL
    HAVING count(score) > 0
)
SELECT a.item, a.score AS a, b.score AS b, a.answers AS answers_a, b.answers AS answers_b
FROM scored AS a
JOIN scored AS b ON b.item = a.item AND a.run = $run_a AND b.run = $run_b
ORDER BY abs(a.score - b.score) DESC, a.item
