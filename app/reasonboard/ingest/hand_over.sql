-- What the tables of the touched sources are made of goes into the database `part`: what is loaded of them, the bundled ones
-- as they are, and of all others what they say of the names that they share.
INSERT INTO part.model FROM model WHERE name NOT IN (SELECT name FROM loaded_model_name);
INSERT INTO part.benchmark FROM benchmark WHERE name NOT IN (SELECT name FROM loaded_benchmark_name WHERE NOT listed);
INSERT INTO part.metric FROM metric WHERE name NOT IN (SELECT name FROM loaded_metric_name);
INSERT INTO part.alias_model FROM alias_model;
INSERT INTO part.alias_benchmark FROM alias_benchmark;
INSERT INTO part.declared_study FROM declared_study;
INSERT INTO part.written_name FROM written_name WHERE loaded_as NOT IN (FROM touched_source);
INSERT INTO part.loaded_model_name FROM loaded_model_name WHERE loaded_as NOT IN (FROM touched_source);
INSERT INTO part.written_benchmark FROM written_benchmark WHERE loaded_as NOT IN (FROM touched_source);
INSERT INTO part.loaded_metric_name FROM loaded_metric_name WHERE loaded_as NOT IN (FROM touched_source);
INSERT INTO part.source_color FROM source_color WHERE source NOT IN (FROM touched_source);

INSERT INTO part.source FROM source WHERE rank <= 1000 AND id IN (FROM touched_source);
INSERT INTO part.claim FROM claim WHERE source IN (SELECT id FROM part.source);
INSERT INTO part.run FROM run WHERE source IN (SELECT id FROM part.source);
INSERT INTO part.measurement SELECT measurement.* FROM measurement JOIN part.run AS bundled ON bundled.id = run;
INSERT INTO part.bundled_answered SELECT bundled_answered.* FROM bundled_answered JOIN part.run AS bundled ON bundled.id = run;

INSERT INTO part.loaded_run FROM loaded_run WHERE loaded_as IN (FROM touched_source);
INSERT INTO part.loaded_measurement SELECT loaded_measurement.* FROM loaded_measurement JOIN part.loaded_run AS loaded ON key = run;
INSERT INTO part.sample_part SELECT sample_part.* FROM sample_part JOIN part.loaded_run AS loaded ON key = run;

-- What is made of the answers of the runs, the bundled ones too.
CREATE TEMP TABLE answering AS SELECT key FROM part.loaded_run UNION SELECT key FROM part.bundled_answered;
INSERT INTO part.sample_score SELECT sample_score.* FROM sample_score JOIN answering ON key = run;
INSERT INTO part.token_sum SELECT token_sum.* FROM token_sum JOIN answering ON key = run;
INSERT INTO part.pass_count SELECT pass_count.* FROM pass_count JOIN answering ON key = run;
INSERT INTO part.field_sum SELECT field_sum.* FROM field_sum JOIN answering ON key = run;
INSERT INTO part.vote_score SELECT vote_score.* FROM vote_score JOIN answering ON key = run;
INSERT INTO part.cut_score SELECT cut_score.* FROM cut_score JOIN answering ON key = run;
DROP TABLE answering;

INSERT INTO part.loaded_file
FROM loaded_file
WHERE sha256 IN (SELECT sha256 FROM part.loaded_measurement UNION SELECT sha256 FROM part.sample_part);
