-- The picked heatmap, a row per window: its scores over the tokens that are left after pruning, which
-- is the window and the ratio of the older tokens of a full budget. Nothing where no budget is known.
WITH every AS (
    -- One value per place, as in the grid.
    SELECT
        model, benchmark, kv_method, kv_window, kv_ratio,
        arg_min(value, (kind, locators[1])) AS value,
        arg_min(try_cast(settings['budget'] AS DOUBLE), (kind, locators[1])) AS budget,
        min(kind) AS kind
    FROM cell
    WHERE study = $study AND source = $source AND metric = $metric
      AND kv_window IS NOT NULL AND kv_ratio IS NOT NULL
    GROUP BY model, benchmark, kv_method, kv_window, kv_ratio
),
named AS (
    SELECT
        *,
        concat_ws(
            ' · ', model, benchmark,
            CASE WHEN count(DISTINCT coalesce(kv_method, '')) OVER () > 1 THEN kv_method END
        ) AS panel,
        dense_rank() OVER (ORDER BY model, lower(benchmark), kv_method) - 1 AS number
    FROM every
)
SELECT
    number,
    any_value(metric.label) AS metric,
    kv_window,
    list(kv_ratio ORDER BY kv_ratio) AS kv_ratio,
    list(round(kv_window + kv_ratio * (budget - kv_window)) ORDER BY kv_ratio) AS kept,
    list(round(value * 100, 2) ORDER BY kv_ratio) AS value,
    list(kind::TEXT ORDER BY kv_ratio) AS kinds
FROM named
JOIN metric ON metric.name = $metric
WHERE panel = $panel AND budget >= kv_window
GROUP BY number, kv_window
ORDER BY kv_window
