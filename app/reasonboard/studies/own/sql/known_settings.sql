-- The settings that loaded runs have.
SELECT DISTINCT unnest(map_keys(settings)) AS name
FROM run
JOIN source ON source.id = source
WHERE rank > 1000
ORDER BY name
