-- The lengths of the isolated type, or of all types.
SELECT task_length::TEXT AS value, task_length::TEXT AS label
FROM cell
WHERE study = $study AND source = $source AND metric = 'accuracy' AND task_length IS NOT NULL
  AND ($type = '' OR task_type = $type)
GROUP BY task_length
ORDER BY task_length
