-- The sources that have scores: own loads first, the newest on top, then those that the page opens with.
SELECT source AS value, title AS label, CASE WHEN own THEN 'Your runs' ELSE '' END AS "group"
FROM model_source
ORDER BY NOT own, CASE WHEN own THEN -rank END, NOT opens, families DESC, models DESC, rank, source
