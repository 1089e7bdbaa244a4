-- What can be the x axis: the iterations, and what their runs had used by then where files say it: tokens seen, hours.
-- That of seeds is in their curves.
WITH followed AS (
    SELECT DISTINCT unnest(runs) AS run, benchmark
    FROM iteration_curve
    WHERE study = $study AND source = $source AND metric = $metric
),
seed AS (
    SELECT unnest(seeds) AS one
    FROM iteration_recipe
    WHERE study = $study AND source = $source AND metric = $metric AND $form IN ('recipes', 'seeds')
)
SELECT 'iteration' AS value, 0 AS number
UNION ALL
SELECT DISTINCT 'metric.' || metric, list_position(['num_tokens', 'hours'], metric)
FROM other_numbers(['num_tokens', 'hours'])
JOIN followed USING (run)
WHERE place_among(places, benchmark) IS NOT NULL AND $form NOT IN ('recipes', 'seeds')
UNION ALL
SELECT 'metric.num_tokens', 1 FROM seed HAVING count(list_aggregate(one.num_tokens, 'max')) > 0
UNION ALL
SELECT 'metric.hours', 2 FROM seed HAVING count(list_aggregate(one.hours, 'max')) > 0
ORDER BY number
