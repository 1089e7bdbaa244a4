-- Places for which a source says something else than the chosen one does.
SELECT * EXCLUDE (study, id_a, id_b, difference)
FROM listed_disagreement
WHERE study = $study
  AND $source IN (id_a, id_b)
ORDER BY abs(difference) DESC, place, metric, source_a, locator_a, source_b, locator_b
