-- One row per panel (model, method, benchmark) and type: its values by length as lists. In mode
-- 'difference' the panels are $first and $second, else the first $panels of those that were chosen:
-- the benchmark with the most cells and the methods that most models share come first.
WITH source_cell AS (
    SELECT
        *,
        (split IS NULL OR split = $split)
        AND (train_samples IS NULL OR train_samples::TEXT = $train_samples) AS chosen,
        count(*) OVER (PARTITION BY benchmark) AS tested,
        concat_ws(
            ' · ', model, method, benchmark,
            replace(replace(nullif(split, $split), 'ood_', 'unseen '), '_', ' '),
            CASE WHEN train_samples::TEXT <> $train_samples THEN train_samples || ' examples' END
        ) AS panel
    FROM cell
    WHERE study = $study AND source = $source AND metric = 'accuracy'
      AND task_type IS NOT NULL AND task_length IS NOT NULL
),
methods AS (
    SELECT method AS m, row_number() OVER (ORDER BY count(DISTINCT model) DESC, method) AS place
    FROM source_cell
    GROUP BY method
),
here AS (
    SELECT
        *,
        dense_rank() OVER (
            ORDER BY
                CASE $mode WHEN 'difference' THEN panel <> $first ELSE false END,
                tested DESC, benchmark, params_b IS NULL, methods.place, params_b, model
        ) AS rank
    FROM source_cell
    JOIN methods ON m IS NOT DISTINCT FROM method
    WHERE CASE $mode
            WHEN 'difference' THEN panel IN ($first, $second)
            ELSE chosen
              AND (len($benchmark) = 0 OR list_contains($benchmark, benchmark))
              AND (len($model) = 0 OR list_contains($model, model))
              AND (len($method) = 0 OR list_contains($method, method))
          END
),
doubted AS (
    SELECT
        *,
        ambiguous OR EXISTS (
            SELECT 1 FROM cell AS other
            WHERE other.study = $study AND other.source <> $source AND other.kind <> 'illustrative'
              AND other.metric = here.metric AND other.benchmark = here.benchmark
              AND other.model = here.model AND other.method = here.method
              AND other.split = here.split AND other.train_samples = here.train_samples
              AND other.task_type = here.task_type AND other.task_length = here.task_length
              AND abs(other.value - here.value) >= 0.0005
        ) AS disputed
    FROM here
)
SELECT
    panel,
    (SELECT max(rank) FROM here) AS panels,
    task_type,
    list(task_length ORDER BY task_length) AS lengths,
    list(round(value * 100, 1) ORDER BY task_length) AS shown,
    list(disputed ORDER BY task_length) AS disputed,
    min(n_seeds) AS n_seeds,
    max(n_items) AS n_items,
    list(DISTINCT kind::TEXT) AS kinds
FROM doubted
WHERE $panels = 'all' OR rank <= try_cast($panels AS INTEGER)
GROUP BY panel, rank, task_type
ORDER BY rank, task_type
