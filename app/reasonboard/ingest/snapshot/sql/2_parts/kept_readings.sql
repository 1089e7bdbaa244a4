-- How tables not recognized were read, the newest last.
SELECT path, loaded_as, reading
FROM old.loaded_file
WHERE reading IS NOT NULL
ORDER BY loaded_at, rowid;
