-- Beside an own source: the picked benchmark along the training of the bundled family, a row per model and checkpoint.
SELECT
    source, model, params_b, progress, step, checkpoint,
    value, stderr, n_items, n_listed, n_repeats, n_seeds, seed_sd, scale, kind::TEXT AS kind, number
FROM scale_cell
WHERE study = $study AND metric = $metric AND benchmark = $panel AND progress IS NOT NULL
  AND (source, family) IN (SELECT (source, family) FROM scale_beside WHERE metric = $metric)
  AND $source IN (SELECT id FROM source WHERE rank > 1000)
ORDER BY params_b, model, progress
