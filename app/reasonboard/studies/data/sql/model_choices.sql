-- The models of the chosen studies and sources.
SELECT model AS value, model AS label
FROM tally
WHERE model IS NOT NULL
  AND (len($of) = 0 OR list_contains($of, study)) AND (len($source) = 0 OR list_contains($source, source))
GROUP BY model
ORDER BY lower(model), model
