-- How curves are drawn: recipes in one panel, with their seeds, where a training was repeated with other seeds.
SELECT value
FROM (SELECT unnest(['recipes', 'seeds', 'strips', 'dual', 'phase']) AS value)
WHERE value NOT IN ('recipes', 'seeds')
   OR EXISTS (FROM iteration_recipe WHERE study = $study AND source = $source AND metric = $metric)
ORDER BY list_position(['recipes', 'seeds', 'strips', 'dual', 'phase'], value)
