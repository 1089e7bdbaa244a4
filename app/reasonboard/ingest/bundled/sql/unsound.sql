-- The first of the staged rows that cannot be understood: its line, the table whose name is not
-- known ('' where value or locator is empty) and that name.
SELECT line + 1, 'benchmark', benchmark FROM staged WHERE benchmark NOT IN (SELECT name FROM benchmark)
UNION ALL
SELECT line + 1, 'model', model FROM staged WHERE model NOT IN (SELECT name FROM model)
UNION ALL
SELECT line + 1, 'metric', metric FROM staged WHERE metric NOT IN (SELECT name FROM metric)
UNION ALL
SELECT line + 1, '', '' FROM staged WHERE locator IS NULL OR value IS NULL
ORDER BY 1
LIMIT 1
