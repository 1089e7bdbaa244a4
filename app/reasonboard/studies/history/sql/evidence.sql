-- Every measurement of the selected run on the selected benchmark.
SELECT
    dated_run.model, source.title AS source, strftime(made_at, '%Y-%m-%d %H:%M') AS date, build, seed, repeat,
    measurement.metric, value, stderr, n_items AS n, n_repeats AS repeats, measurement.kind::TEXT AS kind, locator,
    benchmark_written AS written, unit, count(*) OVER () AS total
FROM dated_run
JOIN measurement USING (run)
JOIN metric ON metric.name = measurement.metric
JOIN source ON source.id = dated_run.source
WHERE (run, measurement.benchmark, measurement.metric) IN (
    SELECT (run, benchmark, metric) FROM scores_in_time($series, $metric, $source) WHERE called = $panel AND key = $run
)
ORDER BY measurement.metric, locator
