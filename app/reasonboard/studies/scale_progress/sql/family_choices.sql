-- The model families of a source, those with the most sizes first.
SELECT family AS value, family AS label
FROM scale_curve
WHERE study = $study AND source = $source AND family IS NOT NULL
GROUP BY family
ORDER BY count(DISTINCT params_b) DESC, family
