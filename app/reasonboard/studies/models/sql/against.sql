-- One row per benchmark that a run of the page and B both have, if all are compared with B, as rows of pair.sql. They
-- `are_open` if the answers of both are loaded, and what these say is not published; scores have only what a test needs.
WITH shown AS (SELECT list(DISTINCT key) AS keys FROM shown_runs($settings, $source) WHERE $mode = 'selected' AND key <> $b),
answering AS (
    SELECT DISTINCT model_run.key
    FROM answered
    JOIN run_of_model USING (run)
    JOIN model_run USING (number)
)
SELECT
    benchmark, {'key': a.key, 'of_benchmark': a.of_benchmark, 'metric': a.metric, 'unit': a.unit, 'scale': a.scale,
        'higher_is_better': a.higher_is_better, 'value': a.value, 'stderr': a.stderr, 'n_items': a.n_items, 'n_listed': a.n_listed,
        'n_repeats': a.n_repeats, 'n_seeds': a.n_seeds, 'seed_sd': a.seed_sd, 'reruns': a.reruns} AS a,
    {'key': b.key, 'of_benchmark': b.of_benchmark, 'metric': b.metric, 'unit': b.unit, 'scale': b.scale,
        'higher_is_better': b.higher_is_better, 'value': b.value, 'stderr': b.stderr, 'n_items': b.n_items, 'n_listed': b.n_listed,
        'n_repeats': b.n_repeats, 'n_seeds': b.n_seeds, 'seed_sd': b.seed_sd, 'reruns': b.reruns} AS b,
    coalesce(items_a, 0) AS items_a, coalesce(items_b, 0) AS items_b, coalesce(n, 0) AS n, mean_a, mean_b, sd, coalesce(only_a, 0) AS only_a,
    coalesce(only_b, 0) AS only_b, coalesce("binary", false) AS "binary", attempts, seeds_a, seeds_b,
    are_whole AND NOT is_published AND score.a.key IN (FROM answering) AND $b IN (FROM answering) AS are_open,
    runs_of(score.a.key) AS runs_a, runs_of($b) AS runs_b
FROM published_beside((SELECT keys FROM shown), $b, $metric) AS score
ORDER BY score.a.key, lower(benchmark), benchmark
