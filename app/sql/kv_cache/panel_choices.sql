-- The heatmaps that a source has cells for: model and benchmark, and the method where there are several.
SELECT panel AS value, panel AS label
FROM (
    SELECT
        model, benchmark, kv_method,
        concat_ws(
            ' · ', model, benchmark,
            CASE WHEN count(DISTINCT coalesce(kv_method, '')) OVER () > 1 THEN kv_method END
        ) AS panel
    FROM cell
    WHERE study = $study AND source = $source AND metric = $metric
      AND kv_window IS NOT NULL AND kv_ratio IS NOT NULL
)
WHERE (len($benchmark) = 0 OR list_contains($benchmark, benchmark))
  AND (len($model) = 0 OR list_contains($model, model))
GROUP BY panel
ORDER BY min(model), min(lower(benchmark)), panel
