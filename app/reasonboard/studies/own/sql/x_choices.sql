-- The places of the x axis, numbers in their order.
SELECT DISTINCT x AS value, x AS label, try_cast(x AS DOUBLE) AS number
FROM role_cell
WHERE of_study = $study AND metric = $metric
ORDER BY number, lower(x), x
