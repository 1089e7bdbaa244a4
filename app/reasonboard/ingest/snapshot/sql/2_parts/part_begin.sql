-- What is loaded besides runs and their numbers, of which an edit names those that it changes: each entry with the key by which a
-- part has it, and its name. The answers of bundled sources are built of these again.
CREATE TEMP VIEW loaded_entry AS
SELECT 'loaded_file' AS of_table, sha256 AS key, sha256 AS name, hash(loaded_file) AS content FROM loaded_file
UNION ALL
SELECT 'text_file', sha256, sha256, hash(text_file) FROM text_file WHERE reader <> 'bundled'
UNION ALL
SELECT 'remote_part', name, name, hash(remote_part) FROM remote_part
UNION ALL
SELECT 'sample_part', run, run, hash(sample_part) FROM sample_part SEMI JOIN loaded_run ON key = run
UNION ALL
SELECT 'alias_model', 'aliases', raw, hash(alias_model) FROM alias_model
UNION ALL
SELECT 'alias_benchmark', 'aliases', raw, hash(alias_benchmark) FROM alias_benchmark
UNION ALL
SELECT 'alias_setting', 'aliases', raw, hash(alias_setting) FROM alias_setting
UNION ALL
SELECT 'declared_study', 'studies', path, hash(declared_study) FROM declared_study;

CREATE TEMP TABLE entry_before AS FROM loaded_entry;
