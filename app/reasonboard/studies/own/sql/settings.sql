-- The settings that declared studies name.
SELECT DISTINCT substr(name, length('settings.') + 1) AS name
FROM (
    SELECT unnest([x, colour, panel] || filters || averaged || map_keys(wanted)) AS name FROM declared_study
)
WHERE starts_with(name, 'settings.')
ORDER BY name
