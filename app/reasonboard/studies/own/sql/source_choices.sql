-- The sources with marks of a declared study: the reader's own, the newest first, then the bundled ones.
SELECT id AS value, title AS label, CASE WHEN rank > 1000 THEN 'Your runs' ELSE '' END AS "group"
FROM source
WHERE id IN (SELECT source FROM role_cell WHERE of_study = $study)
ORDER BY rank <= 1000, CASE WHEN rank > 1000 THEN -rank ELSE rank END
