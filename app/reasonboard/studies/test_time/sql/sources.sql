-- The sources with tokens or telling answers; `chosen` marks those that are shown.
SELECT
    id AS value, source.title AS label, id, source.title, citation, url, licence, kind, note, statements, file, sha256,
    bibtex, is_shown($source, id, opens) AS chosen
FROM source
JOIN model_source ON model_source.source = id
WHERE id IN (SELECT source FROM token_score)
ORDER BY NOT own, NOT opens, source.rank, id
