-- The places of marks in the role of x, numbers in their order.
SELECT name AS value, name AS label, try_cast(name AS DOUBLE) AS number
FROM (SELECT DISTINCT coalesce(x, 'none') AS name FROM explored_cell($source, $metric, $along, $color, $panels, $average, $only, $value))
WHERE name <> ''
ORDER BY number, lower(name), name
