-- One row per benchmark and model: its values along training as lists. The mean over benchmarks
-- stands only where every one of them has a value, and only where the source has no mean itself.
-- A benchmark of which the source gives only a range has one row without values.
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
ranges AS (
    SELECT benchmark, low, high
    FROM bound
    WHERE study = $study AND source = $source AND metric = $metric
      AND (len($benchmark) = 0 OR list_contains($benchmark, benchmark))
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
    coalesce(compared.benchmark, ranges.benchmark) AS benchmark,
    coalesce(any_value(aggregate), false) AS aggregate,
    compared.model,
    params_b,
    min(n_items) AS n_items,
    coalesce(list(progress ORDER BY progress) FILTER (progress IS NOT NULL), []) AS progress,
    coalesce(
        list(coalesce(step::TEXT, progress::TEXT) ORDER BY progress)
            FILTER (progress IS NOT NULL), []
    ) AS checkpoint,
    coalesce(
        list(round(shown * 100, 1) ORDER BY progress) FILTER (progress IS NOT NULL), []
    ) AS shown,
    coalesce(list(ambiguous ORDER BY progress) FILTER (progress IS NOT NULL), []) AS ambiguous,
    list(DISTINCT coalesce(kind, 'bound_low')::TEXT) AS kinds,
    any_value(low) * 100 AS low,
    any_value(high) * 100 AS high
FROM compared
FULL JOIN ranges ON ranges.benchmark = compared.benchmark
GROUP BY compared.benchmark, ranges.benchmark, compared.model, params_b
ORDER BY aggregate, lower(coalesce(compared.benchmark, ranges.benchmark)), params_b, compared.model
