-- The loads of the reader; `chosen` marks those that have runs of the series.
SELECT listed_source.* EXCLUDE (rank), id IN (SELECT source FROM runs_in_series($series, [])) AS chosen
FROM listed_source
WHERE id IN (SELECT source FROM event WHERE own)
ORDER BY listed_source.rank, id
