-- The load behind a source of the reader's own: its name, when it was loaded, with which tools; no row for a bundled one.
SELECT title AS name, source.loaded_at, list_sort(list(DISTINCT tool)) AS tools
FROM source
JOIN listed_run ON loaded_as = title
WHERE id = $source AND rank > 1000
GROUP BY ALL
