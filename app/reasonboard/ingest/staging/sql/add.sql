-- What was staged, beside what is loaded.
INSERT INTO loaded_file SELECT DISTINCT ON (sha256) * EXCLUDE (name) FROM staged_loaded_file;
INSERT INTO loaded_run BY NAME SELECT * FROM staged_loaded_run;
