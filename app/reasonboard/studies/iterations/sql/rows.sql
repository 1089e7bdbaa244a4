-- The measurements behind the page, as they stand in the source.
SELECT
    benchmark, model, iteration, metric, value, stderr, n, "n from", kind::TEXT AS kind, locator, unit
FROM counted_result
JOIN (SELECT name AS benchmark, aggregate FROM benchmark) USING (benchmark)
WHERE study = $study AND source = $source
  AND metric IN ($metric, 'token_length', 'token_length_low', 'token_length_high')
  AND (len($benchmark) = 0 OR list_contains($benchmark, benchmark))
  AND (len($model) = 0 OR list_contains($model, model))
ORDER BY aggregate, lower(benchmark), model, iteration, metric, locator
