-- The iterations that a click can mark, the first one first.
WITH marked AS (
    SELECT DISTINCT unnest(iteration) AS iteration
    FROM iteration_curve
    WHERE study = $study AND source = $source AND metric = $metric
)
SELECT iteration::TEXT AS value, iteration::TEXT AS label
FROM marked
ORDER BY marked.iteration
