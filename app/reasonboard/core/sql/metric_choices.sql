-- The metrics of a source that are shares of items, the most used first.
SELECT metric AS value, any_value(label) AS label
FROM metric_tally
JOIN metric ON metric.name = metric_tally.metric
WHERE study = $study AND source = $source AND unit = 'fraction'
GROUP BY metric
HAVING sum(cells) > 0
ORDER BY CASE WHEN metric LIKE 'pct_%' THEN 0 ELSE sum(cells) END DESC, metric
