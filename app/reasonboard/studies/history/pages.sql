-- What the page of runs in time reads.

-- The scores of the reader's runs of these loads, or of all loads if none is named, each under the name that the pages of models
-- give it. Shares of parts by task and length, and lengths of answers, are no scores. Of several values of one run the most trusted
-- counts.
CREATE MACRO scores_in_time(in_series, in_metric, in_loads) AS TABLE
SELECT
    event.*, benchmark_part.name || CASE measure WHEN '' THEN '' ELSE ' · ' || measure END AS called, measurement.benchmark,
    benchmark_part.name = measurement.benchmark AS is_whole, benchmark.aggregate, measurement.metric, metric.unit,
    scale_of(metric.unit, proportion) AS scale, metric.higher_is_better, value, stderr, n_items, n_repeats,
    measurement.kind::TEXT AS kind, locator
FROM event
JOIN measurement USING (run)
JOIN benchmark ON benchmark.name = measurement.benchmark
JOIN metric ON metric.name = measurement.metric
JOIN benchmark_part
    ON benchmark_part.source = event.source AND benchmark_part.benchmark = measurement.benchmark
    AND benchmark_part.split IS NOT DISTINCT FROM measurement.split
JOIN model_metric
    ON model_metric.source = event.source AND model_metric.benchmark = benchmark_part.name
    AND model_metric.metric = measurement.metric
WHERE own AND configuration = in_series AND (len(in_loads) = 0 OR list_contains(in_loads, event.source))
    AND CASE in_metric WHEN 'main' THEN main ELSE measurement.metric = in_metric END
    AND task_type IS NULL AND task_length IS NULL AND measurement.kind NOT IN ('bound_low', 'bound_high', 'illustrative')
    AND measurement.benchmark <> '(training)'
QUALIFY row_number() OVER (PARTITION BY event.run, called ORDER BY measurement.kind, locator) = 1;
