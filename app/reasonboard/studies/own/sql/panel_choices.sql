-- The values of the column of panel, in their order.
SELECT panel AS value, panel AS label
FROM (SELECT DISTINCT panel FROM role_cell WHERE of_study = $study AND metric = $metric AND panel <> '')
ORDER BY name_order(panel)
