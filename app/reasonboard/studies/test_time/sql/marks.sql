-- The score of the selected run on the selected benchmark, or on every one where none is selected.
SELECT
    name AS model, benchmark, metric, value, stderr, n_items, n_listed, n_repeats, n_seeds, seed_sd, kind::TEXT AS kind,
    'fraction' AS unit, scale, true AS higher_is_better, run
FROM token_scores($source, $metric)
WHERE key = $run AND $panel IN ('', panel)
ORDER BY panel
