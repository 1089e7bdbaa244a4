-- The numbers that touched sources can be compared with: those of the same benchmarks by the same metrics, of models that a bundled
-- source has, too. Own numbers are compared with bundled ones alone, and runs of another model are at another place.
CREATE TEMP TABLE comparable_run AS
WITH its AS (
    SELECT run.id AS run, study, model, rank <= 1000 AS bundled, source IN (FROM touched_source) AS touched
    FROM run
    JOIN (SELECT id AS source, rank FROM source) USING (source)
)
SELECT run
FROM its
JOIN (SELECT study, model FROM its GROUP BY ALL HAVING bool_or(bundled) AND bool_or(touched)) AS its_model
    ON its_model.study = its.study AND its_model.model IS NOT DISTINCT FROM its.model;

SELECT EXISTS (FROM comparable_run);

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
