-- Every place for which two sources, or two places of one, give different values.
SELECT
    disagreement.study || ': ' || place AS place, unit, metric,
    sa.title AS source_a, value_a, kind_a, locator_a,
    sb.title AS source_b, value_b, kind_b, locator_b
FROM disagreement
JOIN source AS sa ON sa.id = source_a
JOIN source AS sb ON sb.id = source_b
WHERE (len($of) = 0 OR list_contains($of, disagreement.study))
  AND (len($source) = 0 OR list_contains($source, source_a) OR list_contains($source, source_b))
  AND (len($benchmark) = 0 OR list_contains($benchmark, benchmark))
ORDER BY disagreement.study, abs(difference) DESC, place
