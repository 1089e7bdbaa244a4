-- The sources with numbers, the best first; `chosen` marks those that are shown.
SELECT listed_source.* EXCLUDE (rank), list_contains($source, id) AS chosen
FROM listed_source
WHERE id IN (SELECT source FROM metric_tally WHERE cells > 0)
ORDER BY rank
