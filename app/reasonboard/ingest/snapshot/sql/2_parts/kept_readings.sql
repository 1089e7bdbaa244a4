-- How tables of no known tool were read, the newest last.
SELECT path, loaded_as, reading
FROM loaded_file
WHERE reading IS NOT NULL
ORDER BY loaded_at, rowid;
