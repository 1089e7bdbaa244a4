-- Fill the database `fresh` with what the tables of the touched sources follow from: their loaded rows, bundled sources
-- unchanged, and the shared names of all other sources.
INSERT INTO fresh.model FROM model WHERE name NOT IN (SELECT name FROM loaded_model_name);
INSERT INTO fresh.benchmark FROM benchmark WHERE name NOT IN (SELECT name FROM loaded_benchmark_name WHERE NOT listed);
INSERT INTO fresh.metric FROM metric WHERE name NOT IN (SELECT name FROM loaded_metric_name);
INSERT INTO fresh.alias_model FROM alias_model;
INSERT INTO fresh.alias_benchmark FROM alias_benchmark;
INSERT INTO fresh.alias_setting FROM alias_setting;
INSERT INTO fresh.declared_study FROM declared_study;
INSERT INTO fresh.written_name FROM written_name WHERE loaded_as NOT IN (FROM touched_source);
INSERT INTO fresh.loaded_model_name FROM loaded_model_name WHERE loaded_as NOT IN (FROM touched_source);
INSERT INTO fresh.written_benchmark FROM written_benchmark WHERE loaded_as NOT IN (FROM touched_source);
INSERT INTO fresh.loaded_metric_name FROM loaded_metric_name WHERE loaded_as NOT IN (FROM touched_source);
INSERT INTO fresh.source_color FROM source_color WHERE source NOT IN (FROM touched_source);

INSERT INTO fresh.source FROM source WHERE rank <= 1000 AND id IN (FROM touched_source);
INSERT INTO fresh.claim FROM claim WHERE source IN (SELECT id FROM fresh.source);
INSERT INTO fresh.run FROM run WHERE source IN (SELECT id FROM fresh.source);
INSERT INTO fresh.measurement SELECT measurement.* FROM measurement JOIN fresh.run AS bundled ON bundled.id = run;
INSERT INTO fresh.bundled_answered SELECT bundled_answered.* FROM bundled_answered JOIN fresh.run AS bundled ON bundled.id = run;

INSERT INTO fresh.loaded_run FROM loaded_run WHERE loaded_as IN (FROM touched_source);
INSERT INTO fresh.loaded_measurement SELECT loaded_measurement.* FROM loaded_measurement JOIN fresh.loaded_run AS loaded ON key = run;
INSERT INTO fresh.sample_part SELECT sample_part.* FROM sample_part JOIN fresh.loaded_run AS loaded ON key = run;

-- What is made of the answers of the runs, the bundled ones too.
CREATE TEMP TABLE answering AS SELECT key FROM fresh.loaded_run UNION SELECT key FROM fresh.bundled_answered;
INSERT INTO fresh.sample_score SELECT sample_score.* FROM sample_score JOIN answering ON key = run;
INSERT INTO fresh.token_sum SELECT token_sum.* FROM token_sum JOIN answering ON key = run;
INSERT INTO fresh.pass_count SELECT pass_count.* FROM pass_count JOIN answering ON key = run;
INSERT INTO fresh.field_sum SELECT field_sum.* FROM field_sum JOIN answering ON key = run;
INSERT INTO fresh.vote_score SELECT vote_score.* FROM vote_score JOIN answering ON key = run;
INSERT INTO fresh.cut_score SELECT cut_score.* FROM cut_score JOIN answering ON key = run;
DROP TABLE answering;

INSERT INTO fresh.loaded_file
FROM loaded_file
WHERE sha256 IN (SELECT sha256 FROM fresh.loaded_measurement UNION SELECT sha256 FROM fresh.sample_part);
