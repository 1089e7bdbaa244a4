-- Two rows per heatmap: the mean score along its windows and along its ratios (see `kv_mean`), in percent and in points
-- from the mean of all its cells. `in_window` and `in_ratio` say where
-- all cells of the heatmap stand, and `of_...` what is known of each, so that a mean can have its standard error.
SELECT
    panel, number, along, model, benchmark, metric.label AS metric, expected,
    kv_mean.kv_window, kv_mean.kv_ratio,
    list_transform(mean, lambda one: round(one * 100, 2)) AS percent,
    list_transform(mean, lambda one: round((one - middle) * 100, 2)) AS points,
    cells, kv_mean.kinds, whole,
    kv_heatmap.kv_window AS in_window, kv_heatmap.kv_ratio AS in_ratio, value AS of_value, items AS of_items,
    repeats AS of_repeats, seeds AS of_seeds, stderrs AS of_stderr, tests
FROM kv_mean
JOIN kv_heatmap USING (study, source, metric, panel, number)
JOIN kv_tests USING (study, source, metric)
JOIN metric ON metric.name = metric
WHERE study = $study AND source = $source AND kv_mean.metric = $metric
ORDER BY number, along
