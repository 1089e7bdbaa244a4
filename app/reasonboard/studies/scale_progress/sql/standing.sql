-- The last checkpoint of every model of an own source and of the bundled family beside it, a row for each benchmark.
SELECT
    source = $source AS own, model, model AS name, params_b, benchmark, value, stderr, n_items, n_listed, n_repeats, n_seeds, seed_sd, scale
FROM scale_cell
WHERE study = $study AND metric = $metric AND progress IS NOT NULL AND NOT aggregate
  AND (
      (source = $source AND family = $family)
      OR (source, family) IN (SELECT (source, family) FROM scale_beside WHERE metric = $metric)
  )
QUALIFY progress = max(progress) OVER (PARTITION BY source, model)
ORDER BY own DESC, params_b, model, benchmark
