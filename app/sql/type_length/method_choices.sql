-- The methods of a source, those that most models were tested with first.
SELECT method AS value, method AS label
FROM cell
WHERE study = $study AND source = $source AND metric = 'accuracy' AND method IS NOT NULL
GROUP BY method
ORDER BY count(DISTINCT model) DESC, method
