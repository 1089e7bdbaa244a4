-- The sources of the chosen studies, the reader's own first, the newest on top.
SELECT id AS value, any_value(title) AS label, CASE WHEN any_value(rank) > 1000 THEN 'Your runs' ELSE '' END AS "group"
FROM source
JOIN source_study ON source_study.source = source.id
WHERE is_chosen($of, study)
GROUP BY id
ORDER BY any_value(rank) <= 1000, CASE WHEN any_value(rank) > 1000 THEN -any_value(rank) END, min(study), any_value(rank)
