-- Numbers of which two sources of a declared study give different values.
SELECT
    place, benchmark, unit, metric,
    title_a AS source_a, value_a, kind_a, locator_a,
    title_b AS source_b, value_b, kind_b, locator_b
FROM disagreement
WHERE source_a IN (SELECT source FROM role_cell WHERE of_study = $study)
  AND source_b IN (SELECT source FROM role_cell WHERE of_study = $study)
  AND (len($source) = 0 OR list_contains($source, source_a) OR list_contains($source, source_b))
ORDER BY abs(difference) DESC, place
