-- Every source, with those that pass the filters marked.
SELECT
    id AS value, title AS label, id, title, citation, url, licence, kind, note, statements, file, sha256, bibtex,
    (len($of) = 0 OR list_has_any($of, studies)) AND (len($source) = 0 OR list_contains($source, id)) AS chosen
FROM source
JOIN (SELECT source, list(study ORDER BY study) AS studies FROM source_study GROUP BY source) AS shown
    ON shown.source = source.id
ORDER BY studies[1], rank
