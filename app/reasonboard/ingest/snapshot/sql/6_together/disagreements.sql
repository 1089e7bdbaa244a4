-- Two statements about the same that differ by at least the rounding of a printed tenth. Runs that were made again are none.
INSERT INTO disagreement
SELECT
    a.study, a.place, a.benchmark, a.metric, a.unit,
    a.source, sa.title, a.value, a.kind, a.locator,
    b.source, sb.title, b.value, b.kind, b.locator,
    b.value - a.value
FROM given_value AS a
JOIN given_value AS b
    ON a.study = b.study AND a.place = b.place AND a.metric = b.metric
    AND (a.source, a.locator) < (b.source, b.locator) AND NOT (a.own AND b.own)
JOIN source AS sa ON sa.id = a.source
JOIN source AS sb ON sb.id = b.source
WHERE abs(a.value - b.value) >= CASE a.unit WHEN 'fraction' THEN 0.0005 ELSE 1 END
  AND a.kind <> 'illustrative' AND b.kind <> 'illustrative'
  AND (a.source IN (FROM touched_source) OR b.source IN (FROM touched_source))
ORDER BY a.study, a.benchmark, a.place, a.metric, sa.rank, sb.rank;
