-- The values of the column of panel, numbers in their order.
SELECT DISTINCT panel AS value, panel AS label, try_cast(panel AS DOUBLE) AS number
FROM role_cell
WHERE of_study = $study AND metric = $metric AND panel <> ''
ORDER BY number, lower(panel), panel
