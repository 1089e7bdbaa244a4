-- The numbers that touched sources can be compared with: those of the same benchmarks by the same metrics.
-- Runs of another model are at another place.
CREATE TEMP TABLE comparable_run AS
SELECT id AS run
FROM run
JOIN (SELECT DISTINCT study, model FROM run JOIN touched_source USING (source)) AS touched_model
    ON touched_model.study = run.study AND touched_model.model IS NOT DISTINCT FROM run.model;

-- Own numbers are compared with bundled ones alone: are there any?
SELECT EXISTS (
    FROM run
    JOIN comparable_run ON comparable_run.run = run.id
    JOIN source ON source.id = run.source
    WHERE rank <= 1000
);

CREATE TEMP TABLE touched_place AS
SELECT DISTINCT study, of_benchmark AS benchmark, metric FROM metric_tally JOIN touched_source USING (source);

CREATE TEMP VIEW comparable_result AS
SELECT plain_result.* FROM plain_result JOIN comparable_run USING (run) JOIN touched_place USING (study, benchmark, metric);

-- A column at a time is looked up where the cells stand, which are in the order of both; three together in all cells.
CREATE TEMP VIEW comparable_cell AS
SELECT cell.*
FROM cell
JOIN touched_place USING (study, benchmark, metric)
WHERE benchmark IN (SELECT benchmark FROM touched_place) AND metric IN (SELECT metric FROM touched_place);

CREATE TEMP VIEW comparable_bound AS SELECT bound.* FROM bound JOIN touched_place USING (study, benchmark, metric);

SELECT true;
