-- The settings and, as `item.NAME`, the fields of problems that declared studies name.
SELECT DISTINCT CASE WHEN is_of_item(name) THEN name ELSE substr(name, length('settings.') + 1) END AS name
FROM (
    SELECT unnest([x, color, panel] || filters || averaged || map_keys(wanted)) AS name FROM declared_study
)
WHERE starts_with(name, 'settings.') OR is_of_item(name)
ORDER BY name
