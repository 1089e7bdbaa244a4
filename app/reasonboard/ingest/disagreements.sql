-- Pairs of values for the same place that differ by at least the rounding of a printed tenth.
CREATE TABLE disagreement AS
SELECT
    a.study, a.place, a.benchmark, a.metric, a.unit,
    a.source AS source_a, sa.title AS title_a, a.value AS value_a, a.kind AS kind_a, a.locator AS locator_a,
    b.source AS source_b, sb.title AS title_b, b.value AS value_b, b.kind AS kind_b, b.locator AS locator_b,
    b.value - a.value AS difference
FROM given_value AS a
JOIN given_value AS b
    ON a.study = b.study AND a.place = b.place AND a.metric = b.metric
    AND (a.source, a.locator) < (b.source, b.locator)
JOIN source AS sa ON sa.id = a.source
JOIN source AS sb ON sb.id = b.source
WHERE abs(a.value - b.value) >= CASE a.unit WHEN 'fraction' THEN 0.0005 ELSE 1 END
  AND a.kind <> 'illustrative' AND b.kind <> 'illustrative'
ORDER BY a.study, a.benchmark, a.place, a.metric, sa.rank, sb.rank;
