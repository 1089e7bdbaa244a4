SELECT DISTINCT source, 'kv-cache' AS study, false AS by_step
FROM kv_heatmap
JOIN metric ON metric.name = kv_heatmap.metric
WHERE metric.unit = 'fraction' AND metric.higher_is_better
