-- Every measurement of the picked cell, whatever its source.
SELECT
    source.title AS source, result.metric, value, stderr, n_items AS n, n_repeats AS repeats,
    result.kind::TEXT AS kind, locator, unit
FROM result
JOIN source ON source.id = result.source
WHERE result.study = $study
  AND $panel IN (concat_ws(' · ', model, benchmark), concat_ws(' · ', model, benchmark, kv_method))
  AND kv_window::TEXT = $window AND kv_ratio::TEXT = $ratio
ORDER BY source.rank, result.metric, locator
