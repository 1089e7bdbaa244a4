-- Every measurement of the picked benchmark at the picked iteration, whatever its source, and the
-- ranges that a source states for the benchmark without a curve.
SELECT
    source.title AS source, model, iteration, metric, value, stderr, n_items AS n,
    result.kind::TEXT AS kind, locator, unit
FROM result
JOIN source ON source.id = result.source
WHERE result.study = $study AND benchmark = $panel
  AND (iteration::TEXT = $iteration OR (iteration IS NULL AND result.kind IN ('bound_low', 'bound_high')))
ORDER BY source.rank, model, iteration, metric, locator
