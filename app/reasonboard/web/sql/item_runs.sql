-- One or two runs by their keys, with the names and settings that the page of one problem shows.
SELECT key, model, variant, own, settings, list_filter(map_keys(settings), lambda name: is_build(name)) AS versions
FROM model_run
WHERE key IN ($a, $b)
