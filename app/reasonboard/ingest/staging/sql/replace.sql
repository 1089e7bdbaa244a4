-- What is loaded of the runs that were staged makes room for them, and so do the runs that their files were read as before.
INSERT INTO changed_run FROM reread_run;

DELETE FROM loaded_measurement WHERE run IN (SELECT key FROM changed_run);
DELETE FROM sample_part WHERE run IN (SELECT key FROM changed_run);
DELETE FROM text_file WHERE sha256 NOT IN (SELECT text_file FROM sample_part WHERE text_file IS NOT NULL);
DELETE FROM loaded_run WHERE key IN (SELECT key FROM changed_run);
