-- One row per heatmap: its cells as equally long lists with what is known of each (`items`, `repeats`, `seeds`,
-- `stderrs`) and the tokens that its setting keeps (NULL where no budget is known), the windows and ratios that any source
-- has of it (-1: not stated), and the range that the source states in words. `score` is a fraction, `value` the same in
-- percent. `tests` says how many tests of each kind the source and metric allow.
SELECT
    panel, model, benchmark, metric.label AS metric,
    windows, ratios, kv_window, kv_ratio, score, highest, value, best, disputed, others,
    kinds || CASE WHEN low IS NOT NULL OR high IS NOT NULL THEN ['bound_low'] ELSE [] END
        || CASE WHEN baseline IS NOT NULL THEN [baseline.kind] ELSE [] END AS kinds,
    items, repeats, seeds, stderrs, scale, kept, n_items, n_repeats, low, high, tests, baseline,
    (SELECT any_value(title) FROM source WHERE id = $source) AS title
FROM kv_heatmap
JOIN kv_tests USING (study, source, metric)
JOIN metric ON metric.name = metric
WHERE study = $study AND source = $source AND metric = $metric
ORDER BY model, lower(benchmark), panel
