-- The picked benchmark as in grid.sql: one row per model.
WITH along AS (
    SELECT
        benchmark, aggregate, concat_ws(' · ', model, method) AS run, iteration,
        arg_min(value, kind) FILTER (metric = $metric) AS accuracy,
        min(kind) FILTER (metric = $metric) AS accuracy_kind,
        arg_min(value, kind) FILTER (metric = 'token_length') AS tokens,
        min(kind) FILTER (metric = 'token_length') AS tokens_kind,
        arg_min(value, kind) FILTER (metric = 'token_length_low') AS tokens_low,
        arg_min(value, kind) FILTER (metric = 'token_length_high') AS tokens_high,
        min(n_items) AS n_items
    FROM cell
    WHERE study = $study AND source = $source AND iteration IS NOT NULL
      AND metric IN ($metric, 'token_length', 'token_length_low', 'token_length_high')
      AND benchmark = $panel
      AND (len($model) = 0 OR list_contains($model, model))
    GROUP BY ALL
),
curve AS (
    SELECT
        benchmark, aggregate, run,
        min(n_items) AS n_items,
        list(iteration ORDER BY iteration) AS iteration,
        list(round(accuracy * 100, 2) ORDER BY iteration) AS accuracy,
        list(accuracy_kind::TEXT ORDER BY iteration) AS accuracy_kind,
        list(round(tokens)::INTEGER ORDER BY iteration) AS tokens,
        list(tokens_kind::TEXT ORDER BY iteration) AS tokens_kind,
        list(round(tokens_low)::INTEGER ORDER BY iteration) AS tokens_low,
        list(round(tokens_high)::INTEGER ORDER BY iteration) AS tokens_high,
        arg_max(accuracy, iteration) - arg_min(accuracy, iteration) AS gain
    FROM along
    GROUP BY benchmark, aggregate, run
),
stated AS (
    SELECT
        benchmark, benchmark.aggregate, bound.model AS run,
        round(max(low) FILTER (metric = $metric) * 100, 2) AS accuracy_from,
        round(max(high) FILTER (metric = $metric) * 100, 2) AS accuracy_to,
        max(low) FILTER (metric = 'token_length') AS tokens_from,
        max(high) FILTER (metric = 'token_length') AS tokens_to
    FROM bound
    JOIN benchmark ON benchmark.name = bound.benchmark
    WHERE study = $study AND source = $source AND metric IN ($metric, 'token_length')
      AND benchmark = $panel
      AND (len($model) = 0 OR list_contains($model, model))
    GROUP BY ALL
)
SELECT
    benchmark,
    run,
    aggregate,
    n_items,
    coalesce(iteration, []) AS iteration,
    coalesce(accuracy, []) AS accuracy,
    coalesce(accuracy_kind, []) AS accuracy_kind,
    coalesce(tokens, []) AS tokens,
    coalesce(tokens_kind, []) AS tokens_kind,
    coalesce(tokens_low, []) AS tokens_low,
    coalesce(tokens_high, []) AS tokens_high,
    accuracy_from, accuracy_to, tokens_from, tokens_to,
    list_filter(
        list_distinct(
            coalesce(accuracy_kind, []) || coalesce(tokens_kind, [])
            || CASE WHEN stated.run IS NULL THEN [] ELSE ['bound_low'] END
        ),
        lambda kind: kind IS NOT NULL
    ) AS kinds
FROM curve
FULL JOIN stated USING (benchmark, aggregate, run)
ORDER BY run
