-- The sources with numbers, the best first; `chosen` marks those that are shown.
SELECT
    id AS value, title AS label, id, title, citation, url, licence, kind, note, statements,
    file, sha256, bibtex, list_contains($source, id) AS chosen
FROM source
WHERE id IN (SELECT source FROM metric_tally WHERE cells > 0)
ORDER BY rank
