-- The measurements behind the page, as they stand in the source.
SELECT
    model, benchmark, kv_method AS "method", kv_window AS "local window", kv_ratio AS "ratio kept", metric,
    value, stderr, n, "n from", n_repeats AS repeats, kind::TEXT AS kind, locator, unit
FROM part_result
WHERE study = $study AND source = $source AND metric = $metric
  AND is_chosen($benchmark, benchmark) AND is_chosen($model, model)
ORDER BY model, lower(benchmark), kv_method, kv_window, kv_ratio, kind, locator
