-- The sources that have scores; `chosen` marks those that are shown.
SELECT
    id AS value, source.title AS label, id, source.title, citation, url, licence, kind, note, statements, file, sha256,
    bibtex, is_shown($source, id, opens) AS chosen
FROM source
JOIN model_source ON model_source.source = id
ORDER BY NOT own, NOT opens, families DESC, models DESC, source.rank, id
