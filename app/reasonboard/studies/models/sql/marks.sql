-- The score of B on the selected benchmark, or on every one where none is selected.
SELECT
    key AS model, score.of_benchmark AS benchmark, score.metric, value, stderr, n_items, n_listed, n_repeats, n_seeds, seed_sd,
    kind::TEXT AS kind, unit, scale, higher_is_better, run_id AS run
FROM scores_of_run($settings, $b, $metric) AS score
WHERE $panel IN ('', score.panel)
ORDER BY score.panel
