-- The tables that have rows of changed keys, as numbers have the keys of their runs; and the first hundred loads of these runs.
SELECT of_table, NULL AS loaded_as FROM loaded_entry SEMI JOIN changed_key USING (key)
UNION
SELECT 'loaded_run', NULL FROM loaded_run SEMI JOIN changed_key USING (key)
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
