-- The sources of a declared study, the best first; `chosen` marks those that are shown.
SELECT
    id AS value, title AS label, id, title, citation, url, licence, kind, note, statements,
    file, sha256, bibtex, len($source) = 0 OR list_contains($source, id) AS chosen
FROM source
WHERE id IN (SELECT source FROM role_cell WHERE of_study = $study)
ORDER BY rank
