-- Every measurement of the picked cell, whatever its source.
WITH tested AS (
    -- The runs first: of the many measurements only theirs are read. A panel's name begins with its model.
    SELECT run.id AS run, title, rank, model, kv_method
    FROM run
    JOIN source ON source.id = run.source
    WHERE study = $study AND kv_window::TEXT = $window AND kv_ratio::TEXT = $ratio
      AND (model IS NULL OR starts_with($panel, model))
)
SELECT
    title AS source, metric, value, stderr, n_items AS n, n_repeats AS repeats,
    kind::TEXT AS kind, locator, unit,
    count(*) OVER () AS total
FROM tested
JOIN measurement USING (run)
JOIN metric ON metric.name = metric
WHERE $panel IN (concat_ws(' · ', model, benchmark), concat_ws(' · ', model, benchmark, kv_method))
ORDER BY rank, metric, locator
