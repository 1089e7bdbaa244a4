-- The models of the chosen studies and sources.
SELECT model AS value, model AS label
FROM tally
WHERE model IS NOT NULL
  AND is_chosen($of, study) AND is_chosen($source, source)
GROUP BY model
ORDER BY lower(model), model
