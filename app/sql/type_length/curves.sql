-- One row per line (model, method, benchmark) and type: accuracy by length as lists, with the lowest
-- and the highest seed. The lines are the grid's first six panels, or in mode 'difference' its two.
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
)
SELECT
    panel, rank, chosen, model, params_b, method, benchmark,
    (SELECT max(rank) FROM here) AS panels,
    coalesce(any_value(identity.number), 0) AS number,
    task_type,
    list(task_length ORDER BY task_length) AS lengths,
    list(round(value * 100, 1) ORDER BY task_length) AS shown,
    list(round(low * 100, 1) ORDER BY task_length) AS low,
    list(round(high * 100, 1) ORDER BY task_length) AS high,
    min(n_seeds) AS n_seeds,
    max(n_items) AS n_items,
    list(kind::TEXT ORDER BY task_length) AS kinds
FROM here
LEFT JOIN identity ON identity.name = here.method
WHERE rank <= 6
GROUP BY panel, rank, chosen, model, params_b, method, benchmark, task_type
ORDER BY rank, task_type
