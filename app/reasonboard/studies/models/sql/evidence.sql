-- Every measurement of A and of B on the selected benchmark.
WITH chosen AS (
    SELECT DISTINCT benchmark, metric
    FROM model_column
    WHERE panel = $panel AND is_measured($metric, metric, main)
),
picked AS (
    SELECT number, CASE key WHEN $a THEN 'A' ELSE 'B' END AS side, of_benchmark, split, metric
    FROM scores_of_keys([$a, $b], $metric)
    JOIN chosen USING (benchmark, metric)
)
SELECT
    side, run.model, source.title AS source, date, build, measurement.metric, value, stderr, n_items AS n, n_repeats AS repeats, run.seed,
    measurement.kind::TEXT AS kind, locator, benchmark_written AS written, unit, count(*) OVER () AS total
FROM picked
JOIN run_of_model USING (number)
JOIN run ON run.id = run_of_model.run
JOIN source ON source.id = run.source
JOIN measurement
    ON measurement.run = run.id AND measurement.benchmark = of_benchmark AND measurement.metric = picked.metric
    AND measurement.split IS NOT DISTINCT FROM picked.split
JOIN metric ON metric.name = measurement.metric
WHERE task_type IS NULL AND task_length IS NULL
ORDER BY side, measurement.metric, date DESC, run.seed, locator
