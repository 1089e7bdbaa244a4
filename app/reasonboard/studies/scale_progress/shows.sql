SELECT source, 'scale-progress' AS study, true AS by_step, coalesce(any_value(cells), count(*)) AS scores
FROM scale_curve
JOIN metric ON metric.name = scale_curve.metric
LEFT JOIN (SELECT source, sum(tests.gains) AS cells FROM scale_tests GROUP BY source) AS counted USING (source)
WHERE metric.unit = 'fraction' AND metric.higher_is_better
GROUP BY source
