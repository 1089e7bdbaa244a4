-- The columns that can be the x axis: those of numbers first, of which the one with the most values; the size of a model
-- after them, since it has one value on each line. `benchmark` is always there.
SELECT name AS value
FROM role_column($source, $metric)
WHERE (values > 1 AND name <> 'seed') OR name = 'benchmark'
ORDER BY
    values = 1,
    CASE WHEN numeric AND name <> 'params_b' THEN 0 WHEN name = 'benchmark' THEN 1 ELSE 2 END,
    values DESC, name DESC
