-- The models that a source has numbers for, by family and size.
SELECT name AS value, name AS label
FROM model
WHERE name IN (
    SELECT model FROM tally
    WHERE study = $study AND source = $source AND kind NOT IN ('bound_low', 'bound_high')
)
ORDER BY family, params_b, name
