-- The runs of the series that can be selected, the newest first.
SELECT key AS value, concat_ws(' · ', strftime(made_at, '%Y-%m-%d %H:%M'), build) AS label
FROM event
WHERE own AND configuration = $series AND (len($source) = 0 OR list_contains($source, source))
GROUP BY key, made_at, build
ORDER BY made_at DESC, key
LIMIT 5000
