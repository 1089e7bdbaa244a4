-- The sources of a study, the best first; `chosen` marks the one named.
SELECT
    id AS value, title AS label, id, title, citation, url, licence, kind, note, statements,
    file, sha256, bibtex, id = $source AS chosen
FROM source
WHERE study = $study
ORDER BY rank
