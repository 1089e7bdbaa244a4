-- What stands along x: money where a person states the price of a model that is shown (`load --aliases`).
SELECT value, label
FROM (VALUES (1, 'tokens', 'Tokens'), (2, 'money', 'Money')) AS choice (place, value, label)
WHERE EXISTS (FROM token_scores($source, $metric) JOIN model_price USING (model) WHERE tokens > 0)
ORDER BY place
