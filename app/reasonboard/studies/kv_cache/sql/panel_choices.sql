-- The heatmaps that a source has cells for: model and benchmark, and the method where there are several.
SELECT panel AS value, panel AS label
FROM kv_place
WHERE study = $study AND source = $source AND metric = $metric
  AND is_chosen($benchmark, benchmark) AND is_chosen($model, model)
GROUP BY panel
ORDER BY min(model), min(lower(benchmark)), panel
