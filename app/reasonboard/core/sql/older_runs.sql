-- How many loaded runs of these sources, all if none is named, are left out because a newer one has the same settings.
SELECT count(DISTINCT key) AS runs
FROM older_value
JOIN run ON run.id = older_value.run
WHERE is_chosen($sources, source)
