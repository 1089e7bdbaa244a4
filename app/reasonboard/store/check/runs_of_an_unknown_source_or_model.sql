SELECT source, 'run', coalesce(model, '') FROM run
WHERE source NOT IN (SELECT id FROM source) OR (model IS NOT NULL AND model NOT IN (SELECT name FROM model))
