-- The model families of a source, those with the most sizes first; copies trained with an intervention come last, and
-- of the runs of one family with fewer shots or other settings those that stand first by name.
SELECT family AS value, family AS label
FROM scale_curve
WHERE study = $study AND source = $source AND family IS NOT NULL
GROUP BY family
ORDER BY family ILIKE '%intervention%', count(DISTINCT params_b) DESC, family
