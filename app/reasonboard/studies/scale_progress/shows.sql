SELECT DISTINCT source, 'scale-progress' AS study, true AS by_step
FROM scale_curve
JOIN metric ON metric.name = scale_curve.metric
WHERE metric.unit = 'fraction' AND metric.higher_is_better
