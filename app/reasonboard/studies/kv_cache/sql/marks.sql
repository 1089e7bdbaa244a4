-- The marks that can be compared: those of the chosen cells, '' standing for every one.
SELECT
    source, model, benchmark, kv_method AS method, nullif(kv_window, -1) AS "window", nullif(kv_ratio, -1) AS ratio, kv_place.metric,
    value, stderr, n_items, n_listed, n_repeats, n_seeds, kind::TEXT AS kind, unit,
    scale, higher_is_better, run_id AS run
FROM kv_place
JOIN metric ON metric.name = kv_place.metric
WHERE study = $study AND source = $source AND kv_place.metric = $metric
  AND ($panel = '' OR panel = $panel) AND ($window = '' OR kv_window::TEXT = $window)
  AND ($ratio = '' OR kv_ratio::TEXT = $ratio)
ORDER BY model, lower(benchmark), kv_method, kv_window, kv_ratio
