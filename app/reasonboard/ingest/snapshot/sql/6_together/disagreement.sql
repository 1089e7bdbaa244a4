-- Statements of two sources about the same that differ, without those of the touched sources, which are made again.
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
