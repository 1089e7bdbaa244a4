-- The picked heatmap, a row per window: its scores over the tokens that are left after pruning, which
-- is the window and the ratio of the older tokens of a full budget. Nothing where no budget is known.
SELECT
    number,
    any_value(model) AS model,
    any_value(metric.label) AS metric,
    kv_window,
    list(kv_ratio ORDER BY kv_ratio) AS kv_ratio,
    list(round(kv_window + kv_ratio * (budget - kv_window)) ORDER BY kv_ratio) AS kept,
    list(round(value * 100, 2) ORDER BY kv_ratio) AS value,
    list(n_items ORDER BY kv_ratio) AS items,
    list(n_repeats ORDER BY kv_ratio) AS repeats,
    list(n_seeds ORDER BY kv_ratio) AS seeds,
    list(stderr ORDER BY kv_ratio) AS stderrs,
    list(kind::TEXT ORDER BY kv_ratio) AS kinds,
    any_value(scale) AS scale,
    any_value(tests) AS tests,
    any_value(baseline) AS baseline,
    any_value(budget) AS budget
FROM kv_place
LEFT JOIN kv_full USING (study, source, metric, model, benchmark)
JOIN kv_tests USING (study, source, metric)
JOIN metric ON metric.name = metric
WHERE study = $study AND source = $source AND metric = $metric
  AND panel = $panel AND budget >= kv_window AND lacks IS NULL
GROUP BY number, kv_window
ORDER BY kv_window
