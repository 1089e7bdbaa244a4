SELECT file, locator, coalesce(selector_params_b, params_b)
FROM result
WHERE NOT (params_b > 0 AND params_b <= 1e6) OR NOT (selector_params_b > 0 AND selector_params_b <= 1e6)
UNION ALL
SELECT 'catalogue/models.toml', name, params_b
FROM model
WHERE NOT (params_b > 0 AND params_b <= 1e6) AND name NOT IN (SELECT model FROM run WHERE model IS NOT NULL)
