-- The sources of a study, the best first; `chosen` marks the one named.
SELECT listed_source.* EXCLUDE (rank), id = $source AS chosen
FROM listed_source
JOIN source_study ON source_study.source = id
WHERE study = $study
ORDER BY rank
