-- The choices of the Source control, the best first.
SELECT id AS value, title AS label
FROM source
JOIN source_study ON source_study.source = source.id
WHERE study = $study
ORDER BY rank
