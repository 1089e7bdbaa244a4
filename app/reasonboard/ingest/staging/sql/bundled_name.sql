-- The first name of a staged load by which a bundled source is called.
SELECT id FROM source
WHERE rank <= 1000 AND id IN (SELECT loaded_as FROM staged_loaded_file UNION SELECT loaded_as FROM staged_loaded_run)
ORDER BY id
LIMIT 1
