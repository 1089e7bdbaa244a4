-- Every measurement of the picked type and length, seed by seed and whatever its source: of the
-- picked panel, in mode 'difference' also of the one it is compared with.
WITH picked AS (
    -- A test set or number of examples that is not stated is the usual one.
    SELECT DISTINCT
        panel_name(model, method, benchmark, split, train_samples, $split, $train_samples) AS panel,
        model, method, benchmark,
        coalesce(split, $split) AS split,
        coalesce(train_samples::TEXT, $train_samples) AS train_samples
    FROM type_panel
    WHERE study = $study AND source = $source
      AND (panel = $first OR ($mode = 'difference' AND panel = $second))
),
tested AS (
    -- The runs first: of the many measurements only theirs are read.
    SELECT run.id AS run, run.date, title, rank, run.seed, panel, picked.benchmark, picked.split
    FROM run
    JOIN source ON source.id = run.source
    JOIN picked
        ON picked.model IS NOT DISTINCT FROM run.model
        AND picked.method IS NOT DISTINCT FROM run.method
        AND picked.train_samples = coalesce(run.train_samples::TEXT, $train_samples)
    WHERE study = $study
)
SELECT
    panel, title AS source, tested.seed, date, value, stderr, n_items AS n, kind::TEXT AS kind, locator, benchmark_written AS written, unit,
    count(*) OVER () AS total
FROM tested
JOIN measurement
    ON measurement.run = tested.run AND measurement.benchmark = tested.benchmark
    AND coalesce(measurement.split, $split) = tested.split
JOIN metric ON metric.name = metric
WHERE metric = 'accuracy' AND task_type = $type AND task_length::TEXT = $length
ORDER BY panel <> $first, rank, tested.seed, date DESC, locator
