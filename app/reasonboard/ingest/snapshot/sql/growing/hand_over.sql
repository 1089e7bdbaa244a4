-- Fill the database `fresh` with what the tables of the touched loads follow from: their loaded rows, and the shared names of
-- all other sources.
INSERT INTO fresh.model FROM model WHERE name NOT IN (SELECT name FROM loaded_model_name);
INSERT INTO fresh.benchmark FROM benchmark WHERE name NOT IN (SELECT name FROM loaded_benchmark_name WHERE NOT listed);
INSERT INTO fresh.metric FROM metric WHERE name NOT IN (SELECT name FROM loaded_metric_name);
INSERT INTO fresh.written_name FROM written_name WHERE loaded_as NOT IN (FROM touched_source);
INSERT INTO fresh.loaded_model_name FROM loaded_model_name WHERE loaded_as NOT IN (FROM touched_source);
INSERT INTO fresh.written_benchmark FROM written_benchmark WHERE loaded_as NOT IN (FROM touched_source);
INSERT INTO fresh.loaded_metric_name FROM loaded_metric_name WHERE loaded_as NOT IN (FROM touched_source);
INSERT INTO fresh.source_color FROM source_color WHERE source NOT IN (FROM touched_source);

INSERT INTO fresh.loaded_run FROM loaded_run WHERE loaded_as IN (FROM touched_source);
CREATE TABLE fresh.loaded_measurement AS SELECT number.* FROM loaded_measurement AS number JOIN fresh.loaded_run AS loaded ON key = run;
INSERT INTO fresh.sample_part SELECT sample_part.* FROM sample_part JOIN fresh.loaded_run AS loaded ON key = run;
INSERT INTO fresh.alias_model FROM alias_model;
INSERT INTO fresh.alias_benchmark FROM alias_benchmark;
INSERT INTO fresh.alias_setting FROM alias_setting;
INSERT INTO fresh.declared_study FROM declared_study;

-- The numbers of the runs that the edit left as they were.
CREATE OR REPLACE TEMP TABLE settled_run AS
SELECT key AS run FROM fresh.loaded_run WHERE key NOT IN (FROM edited_run UNION ALL SELECT key FROM changed_run);

SELECT EXISTS (FROM settled_run);

INSERT INTO fresh.loaded_measurement BY NAME FROM stated_measurement SEMI JOIN settled_run USING (run);
