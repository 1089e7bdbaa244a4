-- The sources of the chosen studies.
SELECT id AS value, title AS label
FROM source
WHERE len($of) = 0 OR list_contains($of, study)
ORDER BY study, rank
