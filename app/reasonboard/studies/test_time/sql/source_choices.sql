-- The sources with tokens or telling answers: own loads first, the newest on top, then those that the page opens with.
SELECT source AS value, title AS label, CASE WHEN own THEN 'Your runs' ELSE '' END AS "group"
FROM model_source
WHERE source IN (SELECT source FROM token_score)
ORDER BY NOT own, CASE WHEN own THEN -rank END, NOT opens, rank, source
