-- The values of the column of colour, numbers in their order.
SELECT DISTINCT colour AS value, colour AS label, try_cast(colour AS DOUBLE) AS number
FROM role_cell
WHERE of_study = $study AND metric = $metric AND colour <> ''
ORDER BY number, lower(colour), colour
