-- The loaded files, the newest last: is it the newest version of a file, and how was it read if no tool is known?
SELECT
    sha256, content, row_number() OVER (PARTITION BY loaded_as, origin ORDER BY loaded_at DESC, rowid DESC) = 1 AS newest,
    CASE WHEN reading IS NOT NULL THEN [path, loaded_as, reading] END AS reading
FROM old.loaded_file
ORDER BY loaded_at, rowid
