-- The conditions of a study that no number meets, each alone: its metrics, and the values that it wants in a column.
WITH declared AS (FROM declared_study WHERE path = $study),
wanted AS (SELECT unnest(map_entries(wanted)) AS entry FROM declared)
SELECT 'rows.metric' AS place, array_to_string(metrics, ', ') AS value
FROM declared
WHERE rows_of = 'measurements' AND len(metrics) > 0 AND NOT EXISTS (FROM measurement WHERE list_contains(declared.metrics, measurement.metric))
UNION ALL
SELECT 'rows.where.' || entry.key, array_to_string(entry.value, ', ')
FROM wanted
CROSS JOIN role_run AS one
WHERE NOT is_of_cell(entry.key) AND NOT is_of_item(entry.key)
GROUP BY entry
HAVING NOT bool_or(list_contains(entry.value, coalesce(run_value(entry.key, one), '')))
ORDER BY place
