-- The columns in which numbers of some sources differ, with how many values each has and the first of them.
SELECT name, values, values_of_a_model, numeric, ratio, first
FROM role_column($source, $metric)
WHERE values > 1 AND name NOT IN ('source', 'family', 'params_b', 'progress', 'seed')
ORDER BY name
