-- The scores that a source follows along the iterations, the most used first.
SELECT iteration_metric.metric AS value, any_value(label) AS label
FROM iteration_metric
JOIN metric ON metric.name = iteration_metric.metric
LEFT JOIN metric_tally USING (study, source, metric)
WHERE study = $study AND source = $source
GROUP BY iteration_metric.metric
ORDER BY coalesce(sum(cells), 0) DESC, iteration_metric.metric
