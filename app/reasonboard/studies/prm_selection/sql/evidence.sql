-- Every measurement with the picked selector, whatever its source, the shown benchmark first.
WITH tested AS (
    -- The runs first: of the many measurements only theirs are read.
    SELECT run.id AS run, run.date, run.source, title, rank, train_samples, model
    FROM run
    JOIN source ON source.id = run.source
    WHERE study = $study AND selector = $selector
      AND is_chosen($model, model)
)
SELECT
    title AS source, coalesce(part.name, measurement.benchmark) AS benchmark, tested.train_samples AS "training samples",
    tested.model AS student, date, metric,
    value, stderr,
    CASE WHEN kind NOT IN ('extrapolated', 'illustrative') THEN coalesce(n_items, items) END AS n, n_repeats AS repeats,
    kind::TEXT AS kind, locator, benchmark_written AS written, unit,
    -- Its number from a small table: a selector has very many, of which the first are shown.
    (
        SELECT sum(numbers)::BIGINT FROM tally
        WHERE study = $study AND selector = $selector
          AND is_chosen($model, model) AND is_chosen($benchmark, benchmark)
    ) AS total
FROM tested
JOIN measurement USING (run)
LEFT JOIN benchmark_part AS part
    ON part.source = tested.source AND part.benchmark = measurement.benchmark AND part.split IS NOT DISTINCT FROM measurement.split
JOIN metric ON metric.name = metric
JOIN benchmark ON benchmark.name = measurement.benchmark
WHERE is_chosen($benchmark, coalesce(part.name, measurement.benchmark))
ORDER BY coalesce(part.name, measurement.benchmark) <> $panel, 2, rank, train_samples, locator
