-- The runs of two keys, with the names and settings that the page of one problem shows.
SELECT run.id::TEXT AS key, run.id AS run, run.model, source.title, '' AS variant, source.rank > 1000 AS own, run.settings
FROM run
JOIN source ON source.id = run.source
WHERE run.id::TEXT IN ($a, $b)
