-- The methods of a source, those that most models were tested with first.
SELECT method AS value, method AS label
FROM type_panel
WHERE study = $study AND source = $source AND method IS NOT NULL
GROUP BY method, place
ORDER BY place
