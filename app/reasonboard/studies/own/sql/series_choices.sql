-- The values of the column of color, in their order.
SELECT color AS value, color AS label
FROM (SELECT DISTINCT color FROM role_cell WHERE of_study = $study AND metric = $metric AND color <> '')
ORDER BY name_order(color)
