-- The sources of the chosen studies.
SELECT id AS value, any_value(title) AS label
FROM source
JOIN source_study ON source_study.source = source.id
WHERE len($of) = 0 OR list_contains($of, study)
GROUP BY id
ORDER BY min(study), any_value(rank)
