-- What the sources of a study claim in words, in their order.
SELECT title AS source, section, text, coalesce(tested, '') AS tested
FROM claim
JOIN source ON source.id = claim.source
WHERE study = $study
ORDER BY rank, place
