-- The runs that the staged rows change.
INSERT INTO changed_run
SELECT key, loaded_as FROM staged_loaded_run
UNION
SELECT key, loaded_as FROM loaded_run WHERE key IN (SELECT key FROM staged_loaded_run);
