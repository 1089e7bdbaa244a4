-- The staged rows as measurements. Percent become fractions by a shift of the decimal point in
-- decimal arithmetic, so that 43.7 is stored as exactly 0.437.
INSERT INTO measurement
SELECT
    staged_run.id,
    staged.benchmark,
    staged.task_type,
    staged.task_length::INTEGER,
    staged.split,
    staged.metric,
    staged.filter,
    CASE
        WHEN $percent AND metric.unit = 'fraction'
            THEN (staged.value::DECIMAL(30, 12) * 0.01::DECIMAL(3, 2))::DOUBLE
        ELSE staged.value::DOUBLE
    END,
    CASE
        WHEN $percent AND metric.unit = 'fraction'
            THEN (staged.stderr::DECIMAL(30, 12) * 0.01::DECIMAL(3, 2))::DOUBLE
        ELSE staged.stderr::DOUBLE
    END,
    staged.n_items::INTEGER,
    staged.n_repeats::INTEGER,
    coalesce(staged.kind, $kind)::kind,
    staged.locator,
    NULL
FROM staged
JOIN metric ON metric.name = staged.metric
JOIN staged_run
    ON staged_run.condition IS NOT DISTINCT FROM (
        staged.model, staged.method, staged.step, staged.progress, staged.iteration,
        staged.train_samples, staged.selector, staged.selector_params_b, staged.kv_method,
        staged.kv_window, staged.kv_ratio, staged.seed
    )
ORDER BY staged.line;
