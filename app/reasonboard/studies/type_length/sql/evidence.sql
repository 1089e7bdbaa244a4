-- Every measurement of the picked type and length, seed by seed and whatever its source: of the
-- picked panel, in mode 'difference' also of the one it is compared with.
WITH tested AS (
    -- The runs first: of the many measurements only theirs are read. A panel's name begins with its model and
    -- method and says how many examples they had, where that is not the usual number.
    SELECT run.id AS run, title, rank, model, method, train_samples, seed
    FROM run
    JOIN source ON source.id = run.source
    WHERE study = $study
      AND (
          starts_with($first, concat_ws(' · ', model, method))
          OR ($mode = 'difference' AND starts_with($second, concat_ws(' · ', model, method)))
      )
      AND (
          train_samples IS NULL OR train_samples::TEXT = $train_samples
          OR contains($first || $second, train_samples || ' examples')
      )
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
