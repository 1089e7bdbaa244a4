-- Every panel of the source that the first can be compared with, also those of other test sets and
-- training examples (their names say so). The first's own model and benchmark lead.
WITH here AS (
    SELECT
        *,
        (split IS NULL OR split = $split)
        AND (train_samples IS NULL OR train_samples::TEXT = $train_samples) AS shown,
        count(*) OVER (PARTITION BY benchmark) AS tested,
        concat_ws(
            ' · ', model, method, benchmark,
            replace(replace(nullif(split, $split), 'ood_', 'unseen '), '_', ' '),
            CASE WHEN train_samples::TEXT <> $train_samples THEN train_samples || ' examples' END
        ) AS panel
    FROM cell
    WHERE study = $study AND source = $source AND metric = 'accuracy'
      AND task_type IS NOT NULL AND task_length IS NOT NULL
      AND (len($benchmark) = 0 OR list_contains($benchmark, benchmark))
      AND (len($model) = 0 OR list_contains($model, model))
      AND (len($method) = 0 OR list_contains($method, method))
),
methods AS (
    SELECT method, row_number() OVER (ORDER BY count(DISTINCT model) DESC, method) AS place
    FROM cell
    WHERE study = $study AND source = $source AND metric = 'accuracy'
    GROUP BY method
),
kin AS (
    SELECT model AS kin_model, benchmark AS kin_benchmark FROM here WHERE panel = $first LIMIT 1
)
SELECT panel AS value, panel AS label
FROM here
LEFT JOIN methods ON methods.method IS NOT DISTINCT FROM here.method
LEFT JOIN kin ON true
WHERE panel <> $first
GROUP BY
    panel, shown, benchmark, tested, params_b, model, methods.place, split, train_samples,
    kin_model, kin_benchmark
ORDER BY
    shown DESC,
    (model = kin_model AND benchmark = kin_benchmark) DESC,
    tested DESC, benchmark, params_b NULLS LAST, model, methods.place, split, train_samples DESC
