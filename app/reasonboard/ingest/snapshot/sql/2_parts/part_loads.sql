-- The loads of the changed runs, the first hundred.
SELECT loaded_as FROM changed_run
UNION
SELECT loaded_as FROM loaded_run WHERE key IN (FROM changed_key)
ORDER BY 1
LIMIT 100
