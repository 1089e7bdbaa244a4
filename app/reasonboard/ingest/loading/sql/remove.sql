-- Everything of the runs, and of the loads, that are called by one of $names is taken out.
INSERT INTO changed_run
SELECT key, loaded_as FROM loaded_run WHERE list_contains($names::TEXT[], key) OR list_contains($names::TEXT[], loaded_as);

DELETE FROM loaded_measurement WHERE run IN (SELECT key FROM changed_run);
DELETE FROM sample_part WHERE run IN (SELECT key FROM changed_run);
DELETE FROM loaded_run WHERE key IN (SELECT key FROM changed_run);
DELETE FROM text_file WHERE sha256 NOT IN (SELECT text_file FROM sample_part WHERE text_file IS NOT NULL);
DELETE FROM loaded_file
WHERE sha256 NOT IN (SELECT sha256 FROM current_measurement) AND sha256 NOT IN (SELECT sha256 FROM sample_part);
