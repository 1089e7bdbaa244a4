-- The values of the column of colour, in their order.
SELECT colour AS value, colour AS label
FROM (SELECT DISTINCT colour FROM role_cell WHERE of_study = $study AND metric = $metric AND colour <> '')
ORDER BY name_order(colour)
