-- The runs of the selected benchmark, own ones first.
SELECT key AS value, name || CASE WHEN count(*) OVER (PARTITION BY name) > 1 THEN ' · ' || title ELSE '' END AS label
FROM token_scores($source)
WHERE panel = $panel AND (len($model) = 0 OR list_contains($model, model))
ORDER BY own DESC, has_answers DESC, newest DESC, number
LIMIT 500
