-- The runs of a bundled source by model and method, each with the metric of its numbers.
SELECT DISTINCT run.id, measurement.metric
FROM run
JOIN measurement ON measurement.run = run.id
WHERE run.source = $source AND run.model = $model AND run.method IS NOT DISTINCT FROM $method
    AND measurement.benchmark = $benchmark
