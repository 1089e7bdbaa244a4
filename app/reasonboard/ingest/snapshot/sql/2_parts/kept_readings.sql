-- How tables not recognized were read, the newest last.
SELECT path, loaded_as, reading
FROM loaded_file
WHERE reading IS NOT NULL
ORDER BY loaded_at, rowid;
