-- The models of the chosen sources.
SELECT model AS value, model AS label
FROM model_run
JOIN model_source USING (source)
WHERE is_shown($source, source, opens)
GROUP BY model
ORDER BY any_value(family), any_value(params_b), model
