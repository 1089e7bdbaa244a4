-- The selectors of a source, the models among them by size, then all others.
SELECT selector AS value, selector AS label
FROM result
WHERE study = $study AND source = $source AND metric = $metric
  AND selector IS NOT NULL AND kind NOT IN ('bound_low', 'bound_high')
GROUP BY selector
ORDER BY min(selector_params_b), lower(selector)
