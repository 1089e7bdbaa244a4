-- The sources of A and B.
SELECT DISTINCT ON (rank, source.id)
    source.id AS value, source.title AS label, source.id, source.title, citation, url, licence, source.kind, note, statements,
    file, sha256, bibtex, true AS chosen
FROM source
JOIN model_run ON model_run.source = source.id
WHERE key IN ($a, $b)
ORDER BY rank, source.id
