-- The scores behind the page, as they stand in their sources. `run` is the name of a run in addresses.
WITH chosen AS (
    SELECT number, key, model_run.title, block, only_for
    FROM model_run
    JOIN model_source USING (source)
    WHERE (newest OR $settings = 'all') AND is_shown($source, source, opens)
      AND (len($model) = 0 OR list_contains($model, model))
)
SELECT
    chosen.title AS source, key AS run, counted_result.model, model_column.name AS benchmark, counted_result.metric,
    date, build, seed, repeat, value, stderr, n, "n from", n_repeats AS repeats, kind::TEXT AS kind, locator, unit
FROM counted_result
JOIN model_of_run USING (run)
JOIN chosen USING (number)
JOIN benchmark_part
    ON benchmark_part.source = counted_result.source AND benchmark_part.benchmark = counted_result.benchmark
    AND benchmark_part.split IS NOT DISTINCT FROM counted_result.split
JOIN model_column
    ON model_column.source = counted_result.source AND model_column.benchmark = benchmark_part.name
    AND model_column.metric = counted_result.metric AND model_column.block = chosen.block
WHERE ($settings = 'all' OR only_for IS NULL OR list_contains(only_for, benchmark_part.name))
  AND task_type IS NULL AND task_length IS NULL AND kind NOT IN ('bound_low', 'bound_high')
  AND is_measured($metric, counted_result.metric, main)
  AND (len($benchmark) = 0 OR list_contains($benchmark, model_column.name))
ORDER BY source, run, benchmark, date, build, seed, repeat, kind, locator
