-- One row per heatmap: its cells as equally long lists with what is known of each (`items`, `repeats`, `seeds`,
-- `stderrs`) and the tokens that its setting keeps (NULL where no budget is known), the windows and ratios of
-- the shared axes (-1: not stated), and the range that the source states in words. `shown` is the score or, by $mode, its
-- difference to the best cell of the heatmap, to the full cache (NULL where no run has it) or to the chosen cell. `tests` says how many tests of each kind the source
-- and metric allow.
SELECT
    panel, model, benchmark, metric.label AS metric,
    list_sort(list_distinct(flatten(list(windows) OVER ()))) AS windows,
    list_sort(list_distinct(flatten(list(ratios) OVER ()))) AS ratios,
    kv_window, kv_ratio, value,
    CASE $mode
        WHEN 'best' THEN list_transform(score, lambda one: round((one - highest) * 100, 2))
        WHEN 'full' THEN list_transform(score, lambda one: round((one - baseline.value) * 100, 2))
        WHEN 'cell' THEN list_transform(
            score, lambda one: round((one - score[list_position(place, $window || ' ' || $ratio)]) * 100, 2)
        )
        ELSE value
    END AS shown,
    best, disputed, others,
    kinds || CASE WHEN low IS NOT NULL OR high IS NOT NULL THEN ['bound_low'] ELSE [] END
        || CASE WHEN baseline IS NOT NULL THEN [baseline.kind] ELSE [] END AS kinds,
    items, repeats, seeds, stderrs, kept, n_items, n_repeats, low, high, tests, baseline,
    (SELECT any_value(title) FROM source WHERE id = $source) AS title
FROM kv_heatmap
JOIN kv_tests USING (study, source, metric)
JOIN metric ON metric.name = metric
WHERE study = $study AND source = $source AND metric = $metric
  AND (len($benchmark) = 0 OR list_contains($benchmark, benchmark))
  AND (len($model) = 0 OR list_contains($model, model))
ORDER BY model, lower(benchmark), panel
