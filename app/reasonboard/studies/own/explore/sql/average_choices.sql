-- The columns over which numbers can be averaged: values that differ in others are no repeats. Seeds first.
SELECT name AS value
FROM role_column($source, $metric)
WHERE varies AND name NOT IN ($along, $color, $panels)
  AND (name IN ('seed', 'source', 'model', 'method', 'split') OR starts_with(name, 'settings.'))
ORDER BY name <> 'seed', name
