-- The scalars that the logs of the trainings have.
SELECT
    metric AS value,
    known_scalar(metric).name || CASE WHEN known_scalar(metric).name = metric THEN '' ELSE ' · ' || metric END AS label
FROM training_scalars($study, [$source])
GROUP BY metric
HAVING count(DISTINCT iteration) > 1
ORDER BY known_scalar(metric).place, metric
