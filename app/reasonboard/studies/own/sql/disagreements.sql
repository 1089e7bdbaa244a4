-- Numbers of which two sources of a declared study give different values.
SELECT * EXCLUDE (study, id_a, id_b, difference)
FROM listed_disagreement
WHERE id_a IN (SELECT source FROM role_cell WHERE of_study = $study)
  AND id_b IN (SELECT source FROM role_cell WHERE of_study = $study)
  AND (len($source) = 0 OR list_contains($source, id_a) OR list_contains($source, id_b))
ORDER BY abs(difference) DESC, place, metric, source_a, locator_a, source_b, locator_b
