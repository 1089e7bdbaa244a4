-- One row per heatmap: its cells as equally long lists with what is known of each (`items`, `repeats`, `seeds`,
-- `stderrs`) and the tokens that its setting keeps (NULL where no budget is known), the windows and ratios of
-- the shared axes, and the range that the source states in words. `shown` is the score or, by $mode, its
-- difference to the best cell of the heatmap or to the chosen cell. The axes hold every place that any source has for
-- these models and benchmarks, so that what this one lacks is seen to be missing.
WITH compared AS (
    SELECT
        *,
        max(value) OVER heatmap AS highest,
        max(value) FILTER (kv_window::TEXT = $window AND kv_ratio::TEXT = $ratio) OVER heatmap AS picked
    FROM kv_place
    WHERE study = $study AND source = $source AND metric = $metric
    WINDOW heatmap AS (PARTITION BY model, benchmark, kv_method)
),
chosen AS (
    SELECT *
    FROM compared
    WHERE (len($benchmark) = 0 OR list_contains($benchmark, benchmark))
      AND (len($model) = 0 OR list_contains($model, model))
),
axes AS (
    SELECT
        list(DISTINCT kv_window ORDER BY kv_window) AS windows,
        list(DISTINCT kv_ratio ORDER BY kv_ratio) AS ratios
    FROM kv_place AS place
    WHERE study = $study AND metric = $metric
      AND EXISTS (
          SELECT 1 FROM chosen
          WHERE chosen.benchmark = place.benchmark AND chosen.model IS NOT DISTINCT FROM place.model
      )
)
SELECT
    panel,
    any_value(chosen.model) AS model,
    any_value(chosen.benchmark) AS benchmark,
    any_value(metric.label) AS metric,
    any_value(axes.windows) AS windows,
    any_value(axes.ratios) AS ratios,
    list(kv_window ORDER BY kv_window, kv_ratio) AS kv_window,
    list(kv_ratio ORDER BY kv_window, kv_ratio) AS kv_ratio,
    list(round(value * 100, 2) ORDER BY kv_window, kv_ratio) AS value,
    list(round((value - CASE $mode WHEN 'best' THEN highest WHEN 'cell' THEN picked ELSE 0 END) * 100, 2)
        ORDER BY kv_window, kv_ratio) AS shown,
    list(round(value, 6) = round(highest, 6) ORDER BY kv_window, kv_ratio) AS best,
    list(ambiguous OR others IS NOT NULL ORDER BY kv_window, kv_ratio) AS disputed,
    list(others ORDER BY kv_window, kv_ratio) AS others,
    list(kind::TEXT ORDER BY kv_window, kv_ratio)
        || CASE WHEN any_value(low) IS NOT NULL OR any_value(high) IS NOT NULL THEN ['bound_low'] ELSE [] END
        AS kinds,
    list(n_items ORDER BY kv_window, kv_ratio) AS items,
    list(n_repeats ORDER BY kv_window, kv_ratio) AS repeats,
    list(n_seeds ORDER BY kv_window, kv_ratio) AS seeds,
    list(stderr ORDER BY kv_window, kv_ratio) AS stderrs,
    list(round(CASE WHEN budget >= kv_window THEN kv_window + kv_ratio * (budget - kv_window) END)
        ORDER BY kv_window, kv_ratio) AS kept,
    min(n_items) AS n_items,
    min(n_repeats) AS n_repeats,
    round(any_value(low) * 100, 2) AS low,
    round(any_value(high) * 100, 2) AS high
FROM chosen
CROSS JOIN axes
JOIN metric ON metric.name = $metric
LEFT JOIN bound
    ON bound.study = $study AND bound.source = $source AND bound.metric = $metric
    AND bound.benchmark = chosen.benchmark AND bound.model IS NOT DISTINCT FROM chosen.model
GROUP BY panel
ORDER BY min(chosen.model), min(lower(chosen.benchmark)), panel
