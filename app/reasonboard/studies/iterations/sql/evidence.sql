-- Every measurement of the picked benchmark at the picked iteration, whatever its source, and the
-- ranges that a source states for the benchmark without a curve.
WITH tested AS (
    -- The runs first: of the many measurements only theirs are read.
    SELECT run.id AS run, run.date, run.source, title, rank, run.model, run.iteration
    FROM run
    JOIN source ON source.id = run.source
    WHERE study = $study AND (iteration::TEXT = $iteration OR iteration IS NULL)
)
SELECT
    title AS source, tested.model, tested.iteration, date, metric, value, stderr, n_items AS n,
    kind::TEXT AS kind, locator, benchmark_written AS written, unit,
    count(*) OVER () AS total
FROM tested
JOIN measurement USING (run)
LEFT JOIN benchmark_part AS part
    ON part.source = tested.source AND part.benchmark = measurement.benchmark AND part.split IS NOT DISTINCT FROM measurement.split
JOIN metric ON metric.name = metric
WHERE coalesce(part.name, measurement.benchmark) = $panel AND (tested.iteration IS NOT NULL OR kind IN ('bound_low', 'bound_high'))
ORDER BY rank, tested.model, tested.iteration, date DESC, metric, locator
