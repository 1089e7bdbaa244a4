-- One row per benchmark and model: its values along training as lists. The mean over benchmarks
-- stands only where every one of them has a value, and only where the source has no mean itself.
-- `shown` is the value or, by $mode, its gain since the start or over the next smaller model.
WITH chosen AS (
    SELECT benchmark, aggregate, model, params_b, progress, step, value, kind, n_items, ambiguous
    FROM cell
    WHERE study = $study AND source = $source AND metric = $metric AND family = $family
      AND progress IS NOT NULL
      AND (len($benchmark) = 0 OR list_contains($benchmark, benchmark))
      AND (len($model) = 0 OR list_contains($model, model))
),
counted AS (
    SELECT count(DISTINCT benchmark) AS benchmarks, bool_or(aggregate) AS has_mean FROM chosen
),
averaged AS (
    SELECT
        'Mean of ' || any_value(benchmarks) || ' benchmarks' AS benchmark,
        true AS aggregate,
        model, params_b, progress, step,
        avg(value) AS value,
        max(kind) AS kind,
        NULL::INTEGER AS n_items,
        false AS ambiguous
    FROM chosen, counted
    WHERE NOT has_mean AND benchmarks > 1
    GROUP BY model, params_b, progress, step
    HAVING count(*) = any_value(benchmarks)
),
every AS (
    SELECT * FROM chosen
    UNION ALL
    SELECT * FROM averaged
),
compared AS (
    SELECT
        *,
        CASE $mode
            WHEN 'gain' THEN value - first_value(value) OVER (
                PARTITION BY benchmark, model ORDER BY progress
            )
            WHEN 'size' THEN value - lag(value) OVER (
                PARTITION BY benchmark, progress ORDER BY params_b
            )
            ELSE value
        END AS shown
    FROM every
)
SELECT
    benchmark,
    aggregate,
    model,
    params_b,
    min(n_items) AS n_items,
    list(progress ORDER BY progress) AS progress,
    list(coalesce(step::TEXT, progress::TEXT) ORDER BY progress) AS checkpoint,
    list(round(shown * 100, 1) ORDER BY progress) AS shown,
    list(ambiguous ORDER BY progress) AS ambiguous,
    list(DISTINCT kind::TEXT) AS kinds
FROM compared
GROUP BY benchmark, aggregate, model, params_b
ORDER BY aggregate, lower(benchmark), params_b, model
