-- Two rows per heatmap: `along` its windows the mean score over its ratios, and along its ratios that over its
-- windows, as equally long lists; unless $mode is 'value' or 'shrunk', as the difference from the mean of all its cells.
-- `cells` says over how many a mean goes and `expected` how many there are in any source; `whole` that none
-- is missing. A kind is that of the least trusted cell. `in_window` and `in_ratio` say where all cells of the
-- heatmap stand, and `of_...` what is known of each, so that a mean can have its standard error.
WITH chosen AS (
    -- Summed in a fixed order, here and below: it decides the last digit of a mean that ends in a 5.
    SELECT
        *,
        avg(value ORDER BY kv_window, kv_ratio) OVER (PARTITION BY model, benchmark, kv_method) AS middle
    FROM kv_place
    WHERE study = $study AND source = $source AND metric = $metric
      AND (len($benchmark) = 0 OR list_contains($benchmark, benchmark))
      AND (len($model) = 0 OR list_contains($model, model))
),
places AS (
    SELECT model, benchmark, count(DISTINCT kv_window) AS windows, count(DISTINCT kv_ratio) AS ratios
    FROM kv_place
    WHERE study = $study AND metric = $metric
    GROUP BY ALL
),
members AS (
    SELECT
        panel,
        list(kv_window ORDER BY kv_window, kv_ratio) AS in_window,
        list(kv_ratio ORDER BY kv_window, kv_ratio) AS in_ratio,
        list(round(value * 100, 2) ORDER BY kv_window, kv_ratio) AS of_value,
        list(n_items ORDER BY kv_window, kv_ratio) AS of_items,
        list(n_repeats ORDER BY kv_window, kv_ratio) AS of_repeats,
        list(n_seeds ORDER BY kv_window, kv_ratio) AS of_seeds,
        list(stderr ORDER BY kv_window, kv_ratio) AS of_stderr
    FROM chosen
    GROUP BY panel
),
averaged AS (
    SELECT
        panel, number, model, benchmark, kv_window, kv_ratio,
        CASE WHEN kv_ratio IS NULL THEN 'window' ELSE 'ratio' END AS along,
        avg(value ORDER BY value) - CASE WHEN $mode IN ('value', 'shrunk') THEN 0 ELSE any_value(middle) END AS shown,
        count(*) AS cells,
        max(kind) AS kind
    FROM chosen
    GROUP BY panel, number, model, benchmark, GROUPING SETS (kv_window, kv_ratio)
)
SELECT
    averaged.panel,
    number,
    along,
    any_value(averaged.model) AS model,
    any_value(averaged.benchmark) AS benchmark,
    any_value(metric.label) AS metric,
    any_value(CASE along WHEN 'window' THEN ratios ELSE windows END) AS expected,
    list(kv_window ORDER BY kv_window) FILTER (along = 'window') AS kv_window,
    list(kv_ratio ORDER BY kv_ratio) FILTER (along = 'ratio') AS kv_ratio,
    list(round(shown * 100, 2) ORDER BY kv_window, kv_ratio) AS shown,
    list(cells ORDER BY kv_window, kv_ratio) AS cells,
    list(kind::TEXT ORDER BY kv_window, kv_ratio) AS kinds,
    min(cells) = any_value(CASE along WHEN 'window' THEN ratios ELSE windows END)
        AND count(*) = any_value(CASE along WHEN 'window' THEN windows ELSE ratios END) AS whole,
    any_value(in_window) AS in_window,
    any_value(in_ratio) AS in_ratio,
    any_value(of_value) AS of_value,
    any_value(of_items) AS of_items,
    any_value(of_repeats) AS of_repeats,
    any_value(of_seeds) AS of_seeds,
    any_value(of_stderr) AS of_stderr
FROM averaged
JOIN members USING (panel)
JOIN places ON places.benchmark = averaged.benchmark AND places.model IS NOT DISTINCT FROM averaged.model
JOIN metric ON metric.name = $metric
GROUP BY averaged.panel, number, along, averaged.model, averaged.benchmark
ORDER BY number, along
