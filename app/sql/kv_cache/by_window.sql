-- One row per heatmap: the mean score over its ratios at each window, as equally long lists; unless $mode is
-- 'value', as the difference from the mean of all its cells. `cells` says over how many a mean goes and
-- `expected` how many there are in any source; `whole` that none is missing.
WITH every AS (
    -- One value per place, as in the grid.
    SELECT
        model, benchmark, kv_method, kv_window, kv_ratio,
        arg_min(value, (kind, locators[1])) AS value,
        min(kind) AS kind
    FROM cell
    WHERE study = $study AND source = $source AND metric = $metric
      AND kv_window IS NOT NULL AND kv_ratio IS NOT NULL
    GROUP BY model, benchmark, kv_method, kv_window, kv_ratio
),
named AS (
    -- A heatmap's number, and so its colour, does not depend on the filters.
    SELECT
        *,
        concat_ws(
            ' · ', model, benchmark,
            CASE WHEN count(DISTINCT coalesce(kv_method, '')) OVER () > 1 THEN kv_method END
        ) AS panel,
        dense_rank() OVER (ORDER BY model, lower(benchmark), kv_method) - 1 AS number,
        avg(value) OVER (PARTITION BY model, benchmark, kv_method) AS middle
    FROM every
),
places AS (
    SELECT model, benchmark, count(DISTINCT kv_ratio) AS expected, count(DISTINCT kv_window) AS steps
    FROM cell
    WHERE study = $study AND metric = $metric AND kv_window IS NOT NULL AND kv_ratio IS NOT NULL
    GROUP BY ALL
),
averaged AS (
    SELECT
        panel, named.model, named.benchmark, number, kv_window, expected, steps,
        avg(value) - CASE $mode WHEN 'value' THEN 0 ELSE any_value(middle) END AS shown,
        count(*) AS cells,
        max(kind) AS kind
    FROM named
    JOIN places
        ON places.benchmark = named.benchmark AND places.model IS NOT DISTINCT FROM named.model
    WHERE (len($benchmark) = 0 OR list_contains($benchmark, named.benchmark))
      AND (len($model) = 0 OR list_contains($model, named.model))
    GROUP BY ALL
)
SELECT
    panel,
    number,
    any_value(metric.label) AS metric,
    expected,
    list(kv_window ORDER BY kv_window) AS kv_window,
    list(round(shown * 100, 2) ORDER BY kv_window) AS shown,
    list(cells ORDER BY kv_window) AS cells,
    list(kind::TEXT ORDER BY kv_window) AS kinds,
    min(cells) = expected AND count(*) = steps AS whole
FROM averaged
JOIN metric ON metric.name = $metric
GROUP BY panel, model, benchmark, number, expected, steps
ORDER BY number
