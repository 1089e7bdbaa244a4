-- How all models did on one problem: those with at least half of their answers right, and the others.
SELECT count(*) AS models, count(*) FILTER (best >= 0.5) AS right_ones
FROM (
    SELECT run.model, max(mean) AS best
    FROM answered
    JOIN item_score
        ON item_score.run = answered.key AND item_score.benchmark = answered.raw_benchmark
        AND item_score.metric = answered.raw_metric
    JOIN run ON run.id = answered.run
    WHERE list_contains($benchmarks, answered.benchmark) AND item_score.item = $item
      AND list_contains($metrics, answered.metric) AND run.model IS NOT NULL AND n > 0
    GROUP BY run.model
)
