-- Every measurement of the picked benchmark, model and checkpoint, whatever its source.
SELECT
    source.title AS source, result.metric, value, stderr, n_items AS n, result.kind::TEXT AS kind, locator, unit
FROM result
JOIN source ON source.id = result.source
WHERE result.study = $study
  AND benchmark = $panel AND model = $size AND coalesce(step::TEXT, progress::TEXT) = $checkpoint
ORDER BY source.rank, result.metric, locator
