-- The sources that have scores: own loads first, then those that the page opens with.
SELECT source AS value, CASE WHEN own THEN 'yours: ' ELSE '' END || title AS label
FROM model_source
ORDER BY NOT own, NOT opens, families DESC, models DESC, rank, source
