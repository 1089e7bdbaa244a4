-- The staged rows as measurements. Percent become fractions by a shift of the decimal point in
-- decimal arithmetic, so that 43.7 is stored as exactly 0.437.
INSERT INTO measurement BY NAME
SELECT
    staged_run.id AS run,
    staged.benchmark,
    staged.task_type,
    staged.task_length::INTEGER AS task_length,
    staged.split,
    staged.metric,
    staged.filter,
    CASE
        WHEN $percent AND metric.unit = 'fraction'
            THEN (staged.value::DECIMAL(30, 12) * 0.01::DECIMAL(3, 2))::DOUBLE
        ELSE staged.value::DOUBLE
    END AS value,
    CASE
        WHEN $percent AND metric.unit = 'fraction'
            THEN (staged.stderr::DECIMAL(30, 12) * 0.01::DECIMAL(3, 2))::DOUBLE
        ELSE staged.stderr::DOUBLE
    END AS stderr,
    staged.n_items::INTEGER AS n_items,
    staged.n_repeats::INTEGER AS n_repeats,
    coalesce(staged.kind, $kind)::kind AS kind,
    staged.locator
FROM staged
JOIN metric ON metric.name = staged.metric
JOIN staged_run
    ON staged_run.condition IS NOT DISTINCT FROM (
        staged.model, staged.method, staged.step, staged.progress, staged.iteration,
        staged.train_samples, staged.selector, staged.selector_params_b, staged.kv_method,
        staged.kv_window, staged.kv_ratio, staged.seed
    )
ORDER BY staged.line;
