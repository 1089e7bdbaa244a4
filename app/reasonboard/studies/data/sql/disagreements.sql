-- Every place for which two sources, or two places of one, give different values.
SELECT * EXCLUDE (study, id_a, id_b, difference) REPLACE (study || ': ' || place AS place)
FROM listed_disagreement
WHERE is_chosen($of, study)
  AND (len($source) = 0 OR list_contains($source, id_a)
      OR list_contains($source, id_b))
ORDER BY study, abs(difference) DESC, place, metric, source_a, locator_a, source_b, locator_b
