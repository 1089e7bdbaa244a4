-- Every place for which two sources, or two places of one, give different values.
SELECT
    study || ': ' || place AS place, benchmark, unit, metric,
    title_a AS source_a, value_a, kind_a, locator_a,
    title_b AS source_b, value_b, kind_b, locator_b
FROM disagreement
WHERE (len($of) = 0 OR list_contains($of, study))
  AND (len($source) = 0 OR list_contains($source, disagreement.source_a)
      OR list_contains($source, disagreement.source_b))
ORDER BY study, abs(difference) DESC, place
