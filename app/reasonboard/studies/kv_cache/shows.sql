SELECT source, 'kv-cache' AS study, false AS by_step, sum(list_count(score) + (baseline IS NOT NULL)::INTEGER) AS scores
FROM kv_heatmap
JOIN metric ON metric.name = kv_heatmap.metric
WHERE metric.unit = 'fraction' AND metric.higher_is_better
GROUP BY source
