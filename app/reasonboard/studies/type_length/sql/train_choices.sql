-- How many training examples the models of a source had, the most first.
SELECT train_samples::TEXT AS value, format('{:,} per type and length', train_samples) AS label
FROM type_panel
WHERE study = $study AND source = $source AND train_samples IS NOT NULL
GROUP BY train_samples
ORDER BY train_samples DESC
