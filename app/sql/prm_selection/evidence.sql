-- Every measurement with the picked selector, whatever its source, the shown benchmark first.
SELECT
    source.title AS source, benchmark, train_samples AS "training samples", model AS student, result.metric,
    value, stderr,
    CASE WHEN result.kind NOT IN ('extrapolated', 'illustrative') THEN coalesce(n_items, items) END AS n, n_repeats AS repeats,
    result.kind::TEXT AS kind, locator, unit
FROM result
JOIN source ON source.id = result.source
WHERE result.study = $study AND selector = $selector
  AND (len($benchmark) = 0 OR list_contains($benchmark, benchmark))
  AND (len($model) = 0 OR list_contains($model, model))
ORDER BY benchmark <> $panel, benchmark, source.rank, train_samples, locator
