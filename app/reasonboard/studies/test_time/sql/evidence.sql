-- Every measurement of the selected run on the selected benchmark.
WITH picked AS (SELECT DISTINCT number, benchmark, split, title FROM token_scores($source, $metric) WHERE panel = $panel AND key = $run)
SELECT
    title AS source, run.model, date, measurement.metric, value, stderr, n_items AS n, n_repeats AS repeats, run.seed,
    measurement.kind::TEXT AS kind, locator, benchmark_written AS written, unit, count(*) OVER () AS total
FROM picked
JOIN model_of_run USING (number)
JOIN run ON run.id = model_of_run.run
JOIN measurement
    ON measurement.run = run.id AND measurement.benchmark = picked.benchmark
    AND measurement.split IS NOT DISTINCT FROM picked.split
JOIN metric ON metric.name = measurement.metric
WHERE task_type IS NULL AND task_length IS NULL
ORDER BY measurement.metric = 'token_length', measurement.metric, date DESC, run.seed, locator
