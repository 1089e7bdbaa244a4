-- In a snapshot that is made anew all sources are new, and all their numbers can be compared: own ones with those that bundled
-- sources have of the same models.
CREATE TEMP TABLE touched_source AS SELECT id AS source FROM source;
CREATE TEMP TABLE comparable_run AS
SELECT run.id AS run
FROM run
JOIN (SELECT DISTINCT study, model FROM run JOIN source ON source.id = source WHERE rank <= 1000) AS bundled
    ON bundled.study = run.study AND bundled.model IS NOT DISTINCT FROM run.model;

CREATE TEMP VIEW comparable_result AS FROM plain_result SEMI JOIN comparable_run USING (run);
CREATE TEMP VIEW comparable_cell AS FROM cell SEMI JOIN comparable_run USING (run);
CREATE TEMP VIEW comparable_bound AS FROM bound;

SELECT true;
