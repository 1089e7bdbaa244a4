-- The panels of the chosen test set and training examples, model by model. The method that most
-- models share comes last: it is what the others are compared with.
WITH here AS (
    SELECT
        *,
        count(*) OVER (PARTITION BY benchmark) AS tested,
        concat_ws(' · ', model, method, benchmark) AS panel
    FROM cell
    WHERE study = $study AND source = $source AND metric = 'accuracy'
      AND task_type IS NOT NULL AND task_length IS NOT NULL
      AND (split IS NULL OR split = $split)
      AND (train_samples IS NULL OR train_samples::TEXT = $train_samples)
      AND (len($benchmark) = 0 OR list_contains($benchmark, benchmark))
      AND (len($model) = 0 OR list_contains($model, model))
      AND (len($method) = 0 OR list_contains($method, method))
),
methods AS (
    SELECT method, row_number() OVER (ORDER BY count(DISTINCT model) DESC, method) AS place
    FROM cell
    WHERE study = $study AND source = $source AND metric = 'accuracy'
    GROUP BY method
)
SELECT panel AS value, panel AS label
FROM here
LEFT JOIN methods ON methods.method IS NOT DISTINCT FROM here.method
GROUP BY panel, benchmark, tested, params_b, model, methods.place
ORDER BY tested DESC, benchmark, params_b NULLS LAST, model, methods.place = 1, methods.place
