-- The files with answers, from this change and from earlier ones: are they of loaded runs whose keys changed, or of bundled sources?
SELECT name, stored_part.sha256, bytes, stored_part.rows, bool_or(changed_key.key IS NOT NULL), bool_or(loaded_run.key IS NULL)
FROM stored_part
JOIN sample_part ON part = name
LEFT JOIN loaded_run ON loaded_run.key = run
LEFT JOIN changed_key ON changed_key.key = run
GROUP BY ALL
ORDER BY name
