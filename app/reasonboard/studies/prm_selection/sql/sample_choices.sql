-- The numbers of samples that the highlighted selector, or any, has values for.
SELECT DISTINCT train_samples::TEXT AS value, format('{:,}', train_samples::BIGINT) AS label, train_samples
FROM selection
WHERE study = $study AND source = $source AND metric = $metric AND benchmark = $panel AND train_samples >= 1
  AND is_chosen($model, model)
  AND ($selector = '' OR selector = $selector)
ORDER BY train_samples
