-- The sources of a study, the best first; `chosen` marks the one named.
SELECT
    id AS value, title AS label, id, title, citation, url, licence, kind, note, statements,
    file, sha256, bibtex, id = $source AS chosen
FROM source
JOIN source_study ON source_study.source = source.id
WHERE study = $study
ORDER BY rank
