-- The task types that a click can isolate.
SELECT task_type AS value, task_type AS label
FROM cell
WHERE study = $study AND source = $source AND metric = 'accuracy' AND task_type IS NOT NULL
GROUP BY task_type
ORDER BY task_type
