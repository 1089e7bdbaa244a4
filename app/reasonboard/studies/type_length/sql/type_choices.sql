-- The task types that a click can isolate.
SELECT task_type AS value, task_type AS label
FROM type_line
JOIN type_panel ON type_panel.id = type_line.panel
WHERE study = $study AND source = $source
GROUP BY task_type
ORDER BY task_type
