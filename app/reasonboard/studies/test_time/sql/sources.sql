-- The sources with tokens or telling answers; `chosen` marks those that are shown.
SELECT listed_source.* EXCLUDE (rank), is_shown($source, id, opens) AS chosen
FROM listed_source
JOIN model_source ON model_source.source = id
WHERE id IN (SELECT source FROM token_score)
ORDER BY NOT own, NOT opens, listed_source.rank, id
