-- One or two runs by their keys, with the names and settings that the page of one problem shows.
SELECT key, model, variant, own, settings
FROM model_run
WHERE key IN ($a, $b)
