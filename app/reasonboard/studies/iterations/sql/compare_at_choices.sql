-- Where recipes are compared: at the end that all of them reach, by the mean of the last three evaluations, at an earlier step, or
-- after a share of the tokens or hours.
WITH step AS (
    SELECT DISTINCT unnest(one.iteration) AS step
    FROM (SELECT unnest(seeds) AS one FROM iteration_recipe WHERE study = $study AND source = $source AND metric = $metric)
    WHERE $along = 'iteration' AND $form IN ('recipes', 'seeds')
)
SELECT 'last' AS value, 'Last common ' || CASE $along WHEN 'iteration' THEN 'step' WHEN 'metric.hours' THEN 'hour' ELSE 'token' END AS label, 0 AS number
WHERE $form IN ('recipes', 'seeds')
UNION ALL
SELECT 'mean', 'Mean of the last three', 1 FROM step HAVING count(*) > 3
UNION ALL
SELECT step::TEXT, 'Step ' || step, 2 + row_number() OVER (ORDER BY step DESC) FROM step
UNION ALL
SELECT '0.' || share, share || '% of the ' || CASE metric_of($along) WHEN 'hours' THEN 'hours' ELSE 'tokens' END, 100 - share
FROM (SELECT unnest([75, 50, 25]) AS share)
WHERE $form IN ('recipes', 'seeds') AND $along <> 'iteration'
ORDER BY number
