-- One row per heatmap: its scores in percent over windows and ratios, as equally long lists, and the places of the
-- axes, which are those that any of the chosen heatmaps has.
WITH chosen AS (
    SELECT *
    FROM kv_place
    WHERE study = $study AND source = $source AND metric = $metric
      AND (len($benchmark) = 0 OR list_contains($benchmark, benchmark))
      AND (len($model) = 0 OR list_contains($model, model))
),
axes AS (
    SELECT
        list(DISTINCT kv_window ORDER BY kv_window) AS windows,
        list(DISTINCT kv_ratio ORDER BY kv_ratio) AS ratios
    FROM chosen
)
SELECT
    panel,
    any_value(axes.windows) AS windows,
    any_value(axes.ratios) AS ratios,
    list(kv_window ORDER BY kv_window, kv_ratio) AS kv_window,
    list(kv_ratio ORDER BY kv_window, kv_ratio) AS kv_ratio,
    list(round(value * 100, 2) ORDER BY kv_window, kv_ratio) AS value,
    list(kind::TEXT ORDER BY kv_window, kv_ratio) AS kinds
FROM chosen
CROSS JOIN axes
GROUP BY panel
ORDER BY min(number)
