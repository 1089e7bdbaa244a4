-- The runs of the series that can be selected, the newest first.
SELECT key AS value, concat_ws(' · ', strftime(made_at, '%Y-%m-%d %H:%M'), build) AS label
FROM dated_run
WHERE run IN (SELECT run FROM runs_in_series($series, $source))
GROUP BY key, made_at, build
ORDER BY made_at DESC, key
LIMIT 5000
