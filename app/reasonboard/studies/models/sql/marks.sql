-- The score of B on the selected benchmark, or on every one where none is selected.
SELECT
    key AS model, score.of_benchmark AS benchmark, score.metric, value, stderr, n_items, n_listed, n_repeats, n_seeds, seed_sd,
    kind::TEXT AS kind, unit, scale, higher_is_better, run_id AS run
FROM scores_of($settings) AS score
WHERE key = $b AND is_measured($metric, metric, main) AND $panel IN ('', score.panel)
ORDER BY score.panel
