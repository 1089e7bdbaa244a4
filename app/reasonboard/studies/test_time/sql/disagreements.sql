-- Where sources disagree about scores stands on the pages of their studies.
SELECT
    place, benchmark, unit, metric,
    title_a AS source_a, value_a, kind_a, locator_a,
    title_b AS source_b, value_b, kind_b, locator_b
FROM disagreement
WHERE false
