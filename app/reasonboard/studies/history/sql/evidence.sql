-- Every measurement of the selected run on the selected benchmark.
SELECT
    event.model, source.title AS source, strftime(made_at, '%Y-%m-%d %H:%M') AS date, event.build, event.seed, event.repeat,
    measurement.metric, value, stderr, n_items AS n, n_repeats AS repeats, measurement.kind::TEXT AS kind, locator,
    benchmark_written AS written, unit, count(*) OVER () AS total
FROM event
JOIN measurement USING (run)
JOIN metric ON metric.name = measurement.metric
JOIN source ON source.id = event.source
WHERE event.key = $run AND configuration = $series
    AND (measurement.benchmark, measurement.metric) IN (
        SELECT (benchmark, metric) FROM scores_in_time($series, $metric, $source) WHERE called = $panel
    )
ORDER BY measurement.metric, locator
