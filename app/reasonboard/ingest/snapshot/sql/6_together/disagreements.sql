-- Two statements about the same that differ by at least the rounding of a printed tenth. Runs that were made again are none.
CREATE TABLE IF NOT EXISTS disagreement (
    study TEXT, place TEXT, benchmark TEXT, metric TEXT, unit TEXT,
    source_a TEXT, title_a TEXT, value_a DOUBLE, kind_a kind, locator_a TEXT,
    source_b TEXT, title_b TEXT, value_b DOUBLE, kind_b kind, locator_b TEXT,
    difference DOUBLE
);

-- What the pages show of them; `id_a` and `id_b` are the sources.
CREATE VIEW IF NOT EXISTS listed_disagreement AS
SELECT
    study, source_a AS id_a, source_b AS id_b, difference, place, benchmark, unit, metric,
    title_a AS source_a, value_a, kind_a, locator_a,
    title_b AS source_b, value_b, kind_b, locator_b
FROM disagreement;

DELETE FROM disagreement WHERE source_a IN (FROM touched_source) OR source_b IN (FROM touched_source);

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
