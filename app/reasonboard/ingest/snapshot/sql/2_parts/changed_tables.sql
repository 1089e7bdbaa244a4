-- The tables that have rows whose keys changed; numbers have the keys of their runs.
SELECT DISTINCT of_table
FROM (SELECT key, of_table FROM keyed UNION ALL SELECT key, 'loaded_run' FROM loaded_run)
WHERE key IN (FROM changed_key)
