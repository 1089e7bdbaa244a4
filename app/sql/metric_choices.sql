-- The metrics of a source that are shares of items, the most used first.
SELECT metric AS value, any_value(label) AS label
FROM cell
JOIN metric ON metric.name = cell.metric
WHERE study = $study AND source = $source AND metric.unit = 'fraction'
GROUP BY metric
ORDER BY count(*) FILTER (metric NOT LIKE 'pct_%') DESC, metric
