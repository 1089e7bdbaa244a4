-- One row per panel (model, method, benchmark) and type: its values by length as lists, with the
-- lowest and the highest seed. The panels are all that were chosen, in mode 'difference' $first and
-- $second. By `rank` the benchmark with the most cells and the methods that most models share lead.
WITH panel AS (
    SELECT
        *,
        panel_name(model, method, benchmark, split, train_samples, $split, $train_samples) AS panel,
        panel = name AS chosen
    FROM type_panel
    WHERE study = $study AND source = $source
),
ranked AS (
    SELECT
        *,
        dense_rank() OVER (
            ORDER BY
                CASE $mode WHEN 'difference' THEN panel <> $first ELSE false END,
                tested DESC, benchmark, params_b IS NULL, place, params_b, model
        ) AS rank
    FROM panel
    WHERE CASE $mode
            WHEN 'difference' THEN panel IN ($first, $second)
            ELSE chosen
              AND (len($benchmark) = 0 OR list_contains($benchmark, benchmark))
              AND (len($model) = 0 OR list_contains($model, model))
              AND (len($method) = 0 OR list_contains($method, method))
          END
),
here AS (
    SELECT
        cell.*, panel, chosen, rank,
        ambiguous OR EXISTS (
            SELECT 1 FROM cell AS other
            WHERE other.study = $study AND other.source <> $source AND other.kind <> 'illustrative'
              AND other.metric = cell.metric AND other.benchmark = cell.benchmark
              AND other.model = cell.model AND other.method = cell.method
              AND other.split = cell.split AND other.train_samples = cell.train_samples
              AND other.task_type = cell.task_type AND other.task_length = cell.task_length
              AND abs(other.value - cell.value) >= 0.0005
        ) AS disputed
    FROM cell
    JOIN ranked
        ON (cell.source, cell.benchmark) = (ranked.source, ranked.benchmark)
        AND cell.model IS NOT DISTINCT FROM ranked.model
        AND cell.method IS NOT DISTINCT FROM ranked.method
        AND cell.split IS NOT DISTINCT FROM ranked.split
        AND cell.train_samples IS NOT DISTINCT FROM ranked.train_samples
    WHERE cell.metric = 'accuracy' AND task_type IS NOT NULL AND task_length IS NOT NULL
)
SELECT
    panel, rank, chosen, model, params_b, method, benchmark,
    (SELECT max(rank) FROM ranked) AS panels,
    coalesce(any_value(identity.number), 0) AS number,
    task_type,
    list(task_length ORDER BY task_length) AS lengths,
    list(round(value * 100, 1) ORDER BY task_length) AS shown,
    list(round(low * 100, 1) ORDER BY task_length) AS low,
    list(round(high * 100, 1) ORDER BY task_length) AS high,
    list(disputed ORDER BY task_length) AS disputed,
    list(kind::TEXT ORDER BY task_length) AS kinds,
    min(n_seeds) AS n_seeds,
    max(n_items) AS n_items
FROM here
LEFT JOIN identity ON identity.name = here.method
GROUP BY panel, rank, chosen, model, params_b, method, benchmark, task_type
ORDER BY rank, task_type
