-- The tables that have rows of changed keys, as numbers have the keys of their runs: `stated_measurement` those that no edit took out of
-- the snapshot. And the first hundred loads of these runs.
WITH its AS MATERIALIZED (SELECT key, loaded_as FROM loaded_run WHERE key IN (SELECT key FROM changed_key))
SELECT DISTINCT of_table, NULL AS loaded_as FROM entry_now WHERE key IN (SELECT key FROM changed_key)
UNION ALL
SELECT 'loaded_run', NULL WHERE EXISTS (FROM its)
UNION ALL
SELECT 'stated_measurement', NULL WHERE EXISTS (FROM its WHERE key NOT IN (FROM edited_run UNION ALL SELECT key FROM changed_run))
UNION ALL
SELECT NULL, loaded_as FROM (SELECT loaded_as FROM changed_run UNION SELECT loaded_as FROM its ORDER BY loaded_as LIMIT 100)
ORDER BY ALL
