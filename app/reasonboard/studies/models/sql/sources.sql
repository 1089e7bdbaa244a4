-- The sources that have scores; `chosen` marks those that are shown.
SELECT listed_source.* EXCLUDE (rank), is_shown($source, id, opens) AS chosen
FROM listed_source
JOIN model_source ON model_source.source = id
ORDER BY NOT own, NOT opens, families DESC, models DESC, listed_source.rank, id
