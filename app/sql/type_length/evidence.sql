-- Every measurement of the picked type and length, seed by seed and whatever its source: of the
-- picked panel, in mode 'difference' also of the one it is compared with.
WITH tested AS (
    SELECT run.id AS run, title, rank, model, method, train_samples, seed
    FROM run
    JOIN source ON source.id = run.source
    WHERE study = $study
),
named AS (
    SELECT
        title, rank, seed, value, stderr, n_items, kind, locator, unit,
        panel_name(model, method, benchmark, split, train_samples, $split, $train_samples) AS panel
    FROM tested
    JOIN measurement USING (run)
    JOIN metric ON metric.name = metric
    WHERE metric = 'accuracy' AND task_type = $type AND task_length::TEXT = $length
)
SELECT
    panel, title AS source, seed, value, stderr, n_items AS n, kind::TEXT AS kind, locator, unit,
    count(*) OVER () AS total
FROM named
WHERE panel = $first OR ($mode = 'difference' AND panel = $second)
ORDER BY panel <> $first, rank, seed, locator
