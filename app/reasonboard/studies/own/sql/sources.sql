-- The sources of a declared study, the best first; `chosen` marks those that are shown.
SELECT listed_source.* EXCLUDE (rank), is_chosen($source, id) AS chosen
FROM listed_source
WHERE id IN (SELECT source FROM role_cell WHERE of_study = $study)
ORDER BY rank
