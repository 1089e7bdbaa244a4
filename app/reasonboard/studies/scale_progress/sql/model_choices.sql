-- The models of a family that a source has numbers for, by size.
SELECT name AS value, name AS label
FROM model
WHERE coalesce(family, name) = $family AND name IN (
    SELECT model FROM tally
    WHERE study = $study AND source = $source AND kind NOT IN ('bound_low', 'bound_high')
)
ORDER BY params_b, name
