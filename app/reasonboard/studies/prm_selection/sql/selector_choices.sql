-- The selectors of a source, the models among them by size, then all others.
SELECT selector AS value, selector AS label
FROM selection
WHERE study = $study AND source = $source AND metric = $metric
GROUP BY selector
ORDER BY min(params_b), lower(selector)
