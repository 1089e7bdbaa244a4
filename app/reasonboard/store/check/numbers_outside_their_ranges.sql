-- The numbers of runs and measurements, and the sizes of listed models, that the table of fields does not allow. What it tells
-- replaces the names in braces.
SELECT file, locator, CASE {cases} END AS shown FROM result WHERE shown IS NOT NULL
UNION ALL
SELECT 'catalogue/models.toml', name, params_b::TEXT FROM model WHERE NOT {is_size}
