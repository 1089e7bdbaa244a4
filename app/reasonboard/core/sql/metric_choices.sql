-- The metrics of a source that are shares of items of which more is better, the most used first.
SELECT metric AS value, any_value(label) AS label
FROM metric_tally
JOIN metric ON metric.name = metric_tally.metric
WHERE study = $study AND source = $source AND unit = 'fraction' AND higher_is_better
GROUP BY metric
HAVING sum(cells) > 0
ORDER BY sum(cells) DESC, metric
