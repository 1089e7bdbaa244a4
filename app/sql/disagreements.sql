-- Places for which a source says something else than the chosen one does.
SELECT
    place, unit, metric,
    sa.title AS source_a, value_a, kind_a, locator_a,
    sb.title AS source_b, value_b, kind_b, locator_b
FROM disagreement
JOIN source AS sa ON sa.id = source_a
JOIN source AS sb ON sb.id = source_b
WHERE disagreement.study = $study
  AND $source IN (source_a, source_b)
  AND (len($benchmark) = 0 OR list_contains($benchmark, benchmark))
ORDER BY abs(difference) DESC, place
