-- The sources of A and B.
SELECT * EXCLUDE (rank), true AS chosen
FROM listed_source
WHERE id IN (SELECT source FROM model_run WHERE key IN ($a, $b))
ORDER BY rank, id
