-- Every measurement of the picked benchmark, model and checkpoint, whatever its source.
SELECT
    source.title AS source, date, measurement.metric, value, stderr, n_items AS n,
    measurement.kind::TEXT AS kind, locator, benchmark_written AS written, unit,
    count(*) OVER () AS total
FROM run
JOIN measurement ON measurement.run = run.id
JOIN source ON source.id = run.source
LEFT JOIN benchmark_part AS part
    ON part.source = run.source AND part.benchmark = measurement.benchmark AND part.split IS NOT DISTINCT FROM measurement.split
JOIN metric ON metric.name = measurement.metric
WHERE study = $study
  AND coalesce(part.name, measurement.benchmark) = $panel AND model = $size AND coalesce(step::TEXT, progress::TEXT) = $checkpoint
ORDER BY source.rank, measurement.metric, locator
