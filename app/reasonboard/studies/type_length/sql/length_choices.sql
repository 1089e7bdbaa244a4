-- The lengths of the isolated type, or of all types.
WITH tested AS (
    SELECT DISTINCT unnest(lengths) AS task_length
    FROM type_line
    JOIN type_panel ON type_panel.id = type_line.panel
    WHERE study = $study AND source = $source AND ($type = '' OR task_type = $type)
)
SELECT task_length::TEXT AS value, task_length::TEXT AS label
FROM tested
ORDER BY tested.task_length
