SELECT source, 'prm-selection' AS study, false AS by_step, count(*) AS scores
FROM selected_value
JOIN metric ON metric.name = selected_value.metric
WHERE metric.unit = 'fraction' AND metric.higher_is_better
GROUP BY source
