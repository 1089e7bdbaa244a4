-- Numbers of which two of the chosen sources give different values.
SELECT
    place, benchmark, unit, metric,
    title_a AS source_a, value_a, kind_a, locator_a,
    title_b AS source_b, value_b, kind_b, locator_b
FROM disagreement
WHERE list_contains($source, source_a) AND list_contains($source, source_b) AND metric = $metric
ORDER BY abs(difference) DESC, place
