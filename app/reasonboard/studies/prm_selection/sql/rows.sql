-- The measurements behind the page, as they stand in the source; n is that of the benchmark where the source does not say it.
SELECT
    benchmark, selector, selector_params_b AS "selector size (B)", train_samples AS "training samples",
    model AS student, metric, value, stderr,
    CASE WHEN kind NOT IN ('extrapolated', 'illustrative') THEN coalesce(n_items, items) END AS n, n_repeats AS repeats,
    kind::TEXT AS kind, locator, unit
FROM plain_result
JOIN (SELECT name AS benchmark, items FROM benchmark) USING (benchmark)
WHERE study = $study AND source = $source AND metric = $metric
  AND (len($benchmark) = 0 OR list_contains($benchmark, benchmark))
  AND (len($model) = 0 OR list_contains($model, model))
ORDER BY benchmark, selector_params_b, lower(selector), train_samples, locator
