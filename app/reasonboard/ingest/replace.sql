-- What is loaded of the runs that were staged makes room for them.
DELETE FROM loaded_measurement WHERE run IN (SELECT key FROM staged_loaded_run);
DELETE FROM sample_part WHERE run IN (SELECT key FROM staged_loaded_run);
DELETE FROM text_file WHERE sha256 NOT IN (SELECT text_file FROM sample_part WHERE text_file IS NOT NULL);
DELETE FROM loaded_run WHERE key IN (SELECT key FROM staged_loaded_run);
