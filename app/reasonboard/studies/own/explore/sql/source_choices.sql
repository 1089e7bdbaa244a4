-- All sources with numbers: the reader's own, the newest first, then the bundled ones, the best first.
SELECT id AS value, title AS label, CASE WHEN rank > 1000 THEN 'Your runs' ELSE '' END AS "group"
FROM source
WHERE id IN (SELECT source FROM metric_tally WHERE cells > 0)
ORDER BY rank <= 1000, CASE WHEN rank > 1000 THEN -rank ELSE rank END, id
