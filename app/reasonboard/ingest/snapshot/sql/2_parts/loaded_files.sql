-- The loaded files, the newest last; `reading` is how one was read that no tool is known for.
SELECT (loaded_as, origin), sha256, content, CASE WHEN reading IS NOT NULL THEN [path, loaded_as, reading] END AS reading
FROM old.loaded_file
ORDER BY loaded_at, rowid
