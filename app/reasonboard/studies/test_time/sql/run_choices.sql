-- The runs of the chosen sources, those of the selected benchmark first, own ones before others.
WITH shown AS (
    SELECT
        number, any_value(key) AS key, any_value(name) AS name, any_value(title) AS title, any_value(own) AS own,
        any_value(newest) AS newest, bool_or(panel = $panel) AS here
    FROM token_scores($source, $metric)
    WHERE is_chosen($model, model)
    GROUP BY number
)
SELECT key AS value, name || CASE WHEN count(*) OVER (PARTITION BY name) > 1 THEN ' · ' || title ELSE '' END AS label
FROM shown
ORDER BY here DESC, own DESC, newest DESC, number
LIMIT 5000
