-- How all models did on one problem: those whose answers mean to be right, and the others.
SELECT count(*) AS models, count(*) FILTER (best >= 0.5) AS right_ones
FROM (
    SELECT run.model, max(mean) AS best
    FROM answered
    JOIN item_score
        ON item_score.run = answered.key AND item_score.benchmark = answered.raw_benchmark
        AND item_score.metric = answered.raw_metric
    JOIN run ON run.id = answered.run
    WHERE answered.benchmark = $benchmark AND item_score.item = $item AND answered.metric = $metric
      AND run.model IS NOT NULL AND n > 0
    GROUP BY run.model
)
