-- The models of the catalogue that have a family.
SELECT name, aliases, family
FROM model
WHERE family IS NOT NULL AND name NOT IN (SELECT name FROM loaded_model_name)
