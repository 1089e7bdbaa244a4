-- What is loaded, by its keys, but for the rows of runs: there are many, and an edit names the runs that it changes. What comes
-- with the bundled sources is built from them again.
CREATE TEMP VIEW keyed AS
SELECT sha256 AS key, hash(loaded_file) AS content, 'loaded_file' AS of_table FROM loaded_file
UNION ALL
SELECT sha256, hash(text_file), 'text_file' FROM text_file WHERE reader <> 'bundled'
UNION ALL
SELECT name, hash(remote_part), 'remote_part' FROM remote_part
UNION ALL
SELECT run, hash(sample_part), 'sample_part' FROM sample_part SEMI JOIN loaded_run ON key = run
UNION ALL
SELECT 'aliases', hash(alias_model), 'alias_model' FROM alias_model
UNION ALL
SELECT 'aliases', hash(alias_benchmark), 'alias_benchmark' FROM alias_benchmark
UNION ALL
SELECT 'aliases', hash(alias_setting), 'alias_setting' FROM alias_setting
UNION ALL
SELECT 'studies', hash(declared_study), 'declared_study' FROM declared_study;

CREATE TEMP TABLE keyed_before AS SELECT key, content FROM keyed;

CREATE TEMP TABLE changed_key (key TEXT PRIMARY KEY);
