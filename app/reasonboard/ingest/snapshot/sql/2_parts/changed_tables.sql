-- The tables that have rows of changed keys, as numbers have the keys of their runs: `stated_measurement` those that no edit took out of
-- the snapshot. And the first hundred loads of these runs.
SELECT of_table, NULL AS loaded_as FROM entry_now SEMI JOIN changed_key USING (key)
UNION
SELECT 'loaded_run', NULL FROM loaded_run SEMI JOIN changed_key USING (key)
UNION
SELECT 'stated_measurement', NULL
FROM loaded_run SEMI JOIN changed_key USING (key)
WHERE key NOT IN (FROM edited_run UNION ALL SELECT key FROM changed_run)
UNION
SELECT NULL, loaded_as
FROM (
    SELECT loaded_as FROM changed_run
    UNION
    SELECT loaded_as FROM loaded_run SEMI JOIN changed_key USING (key)
    ORDER BY loaded_as
    LIMIT 100
)
ORDER BY ALL
