-- What is loaded of the runs that were staged makes room for them.
DELETE FROM loaded_measurement WHERE run IN (SELECT key FROM staged_loaded_run);
DELETE FROM sample WHERE run IN (SELECT key FROM staged_loaded_run);
DELETE FROM loaded_run WHERE key IN (SELECT key FROM staged_loaded_run);
