-- Every measurement that passes the filters, as it stands in its source, the newest load first. In one order, else
-- pages would overlap.
SELECT
    study, source, benchmark, model, params_b AS "size (B)", method, progress, step, iteration,
    train_samples AS samples, selector, selector_params_b AS "selector size (B)", task_type AS type, task_length AS length, split,
    kv_window AS "window", kv_ratio AS ratio,
    COLUMNS(lambda name: is_of_run(name) AND name NOT IN (
        'method', 'progress', 'step', 'iteration', 'train_samples', 'selector', 'selector_params_b', 'kv_window', 'kv_ratio'
    )),
    metric, value, stderr, n, "n from",
    kind::TEXT AS kind, locator, benchmark_written AS "benchmark in the file", unit
FROM counted_result
JOIN source_place USING (source)
WHERE is_chosen($of, study) AND is_chosen($source, source) AND is_chosen($benchmark, benchmark)
  AND is_chosen($model, model) AND is_chosen($kind, kind::TEXT)
ORDER BY place, benchmark, model, progress, iteration, type, length, locator, metric, value
