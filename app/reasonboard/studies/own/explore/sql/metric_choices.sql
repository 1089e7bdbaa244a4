-- The metrics of the sources: shares first, then those with the most numbers.
SELECT metric AS value, any_value(label) AS label
FROM metric_tally
JOIN metric ON metric.name = metric_tally.metric
WHERE list_contains($source, source)
GROUP BY metric
HAVING sum(cells) > 0
ORDER BY any_value(unit) <> 'fraction', sum(cells) DESC, metric <> 'accuracy', metric
