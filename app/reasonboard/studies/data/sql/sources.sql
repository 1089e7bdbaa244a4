-- Every source, with those that pass the filters marked.
SELECT
    id AS value, title AS label, id, title, citation, url, licence, kind, note, statements, file, sha256, bibtex,
    (len($of) = 0 OR list_contains($of, study)) AND (len($source) = 0 OR list_contains($source, id)) AS chosen
FROM source
ORDER BY study, rank
