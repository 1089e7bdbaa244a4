-- Places for which a source says something else than the chosen one does.
SELECT
    place, benchmark, unit, metric,
    title_a AS source_a, value_a, kind_a, locator_a,
    title_b AS source_b, value_b, kind_b, locator_b
FROM disagreement
WHERE study = $study
  AND $source IN (disagreement.source_a, disagreement.source_b)
ORDER BY abs(difference) DESC, place
