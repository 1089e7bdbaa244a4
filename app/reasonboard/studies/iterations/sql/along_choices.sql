-- What can be the x axis: the iterations, and what their runs had used by then where files say it: tokens seen, hours.
-- Seeds are compared at equal iteration.
WITH followed AS (
    SELECT DISTINCT unnest(runs) AS run, benchmark
    FROM iteration_curve
    WHERE study = $study AND source = $source AND metric = $metric
)
SELECT 'iteration' AS value, 0 AS number
UNION ALL
SELECT DISTINCT 'metric.' || metric, list_position(['num_tokens', 'hours'], metric)
FROM other_numbers(['num_tokens', 'hours'])
JOIN followed USING (run)
WHERE place_among(places, benchmark) IS NOT NULL AND $form NOT IN ('recipes', 'seeds')
ORDER BY number
