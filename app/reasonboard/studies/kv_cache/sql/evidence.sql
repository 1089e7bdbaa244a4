-- Every measurement of the picked cell, whatever its source.
WITH picked AS (
    SELECT DISTINCT model, benchmark, named_method
    FROM kv_place
    WHERE study = $study AND source = $source AND metric = $metric AND panel = $panel
),
tested AS (
    -- The runs first: of the many measurements only theirs are read.
    SELECT run.id AS run, run.date, run.source, title, rank, picked.benchmark AS picked_benchmark
    FROM run
    JOIN source ON source.id = run.source
    JOIN picked
        ON picked.model IS NOT DISTINCT FROM run.model
        AND (named_method IS NULL OR named_method = run.kv_method)
    WHERE study = $study AND coalesce(kv_window, -1)::TEXT = $window AND coalesce(kv_ratio, -1)::TEXT = $ratio
)
SELECT
    title AS source, date, metric, value, stderr, n_items AS n, n_repeats AS repeats,
    kind::TEXT AS kind, locator, benchmark_written AS written, unit,
    count(*) OVER () AS total
FROM tested
JOIN measurement ON measurement.run = tested.run
LEFT JOIN benchmark_part AS part
    ON part.source = tested.source AND part.benchmark = measurement.benchmark AND part.split IS NOT DISTINCT FROM measurement.split
JOIN metric ON metric.name = metric
WHERE coalesce(part.name, measurement.benchmark) = picked_benchmark
ORDER BY rank, date DESC, metric, locator
