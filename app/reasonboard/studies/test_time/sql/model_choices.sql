-- The models of the chosen sources.
SELECT model AS value, model AS label
FROM token_scores($source, $metric)
GROUP BY model
ORDER BY any_value(family), any_value(params_b), model
