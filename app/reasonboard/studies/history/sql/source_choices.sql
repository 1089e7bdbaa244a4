-- The loads of the reader, the newest first.
SELECT id AS value, title AS label
FROM source
WHERE id IN (SELECT source FROM event WHERE own)
ORDER BY loaded_at DESC, id
