-- The choices of the Source control, the best first.
SELECT id AS value, title AS label
FROM source
WHERE study = $study
ORDER BY rank
