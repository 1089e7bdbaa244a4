-- The measurements behind the page, as they stand in the source.
SELECT
    benchmark, selector, selector_params_b AS "selector size (B)", train_samples AS "training samples",
    model AS student, metric, value, stderr,
    n, "n from", n_repeats AS repeats,
    kind::TEXT AS kind, locator, unit
FROM part_result
WHERE study = $study AND source = $source AND metric = $metric
  AND is_chosen($benchmark, benchmark) AND is_chosen($model, model)
ORDER BY benchmark, selector_params_b, lower(selector), train_samples, locator
