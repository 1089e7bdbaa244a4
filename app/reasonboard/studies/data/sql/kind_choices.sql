-- Every kind of number, from the most to the least trusted.
SELECT kind::TEXT AS value, replace(kind::TEXT, '_', ' ') AS label
FROM tally GROUP BY tally.kind ORDER BY tally.kind
