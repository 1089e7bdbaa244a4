-- The models that a source has numbers for, by family and size.
SELECT name AS value, name AS label
FROM model
WHERE name IN (SELECT model FROM cell WHERE study = $study AND source = $source)
ORDER BY family, params_b, name
