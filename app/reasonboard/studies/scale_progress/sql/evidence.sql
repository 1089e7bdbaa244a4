-- Every measurement of the picked benchmark, model and checkpoint, whatever its source.
SELECT
    source.title AS source, measurement.metric, value, stderr, n_items AS n,
    measurement.kind::TEXT AS kind, locator, unit,
    count(*) OVER () AS total
FROM run
JOIN measurement ON measurement.run = run.id
JOIN source ON source.id = run.source
JOIN metric ON metric.name = measurement.metric
WHERE study = $study
  AND benchmark = $panel AND model = $size AND coalesce(step::TEXT, progress::TEXT) = $checkpoint
ORDER BY source.rank, measurement.metric, locator
