-- Every kind of number, from the most to the least trusted.
SELECT kind::TEXT AS value, replace(kind::TEXT, '_', ' ') AS label
FROM measurement GROUP BY measurement.kind ORDER BY measurement.kind
