-- The choices of the Source control: the reader's own, the newest first, then the bundled ones, the best first.
SELECT id AS value, title AS label, CASE WHEN rank > 1000 THEN 'Your runs' ELSE '' END AS "group"
FROM source
JOIN source_study ON source_study.source = source.id
WHERE study = $study
ORDER BY rank <= 1000, CASE WHEN rank > 1000 THEN -rank ELSE rank END
