SELECT source, 'prm-selection' AS study, false AS by_step, count(*) AS scores
FROM selection
JOIN metric ON metric.name = selection.metric
WHERE metric.unit = 'fraction' AND metric.higher_is_better
GROUP BY source
