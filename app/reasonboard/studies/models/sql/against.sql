-- One row per benchmark that a run of the page and B both have, if all are compared with B, as rows of pair.sql. They
-- `are_open` if the answers of both are loaded, and what these say is not published.
WITH shown AS (SELECT list(DISTINCT key) AS keys FROM shown_runs($settings, $source) WHERE $mode = 'selected' AND key <> $b),
answering AS (
    SELECT DISTINCT model_run.key
    FROM answered
    JOIN run_of_model USING (run)
    JOIN model_run USING (number)
)
SELECT
    score.benchmark, score.a, score.b, coalesce(items_a, 0) AS items_a, coalesce(items_b, 0) AS items_b, coalesce(n, 0) AS n,
    mean_a, mean_b, sd, coalesce(only_a, 0) AS only_a, coalesce(only_b, 0) AS only_b, coalesce("binary", false) AS "binary",
    attempts, seeds_a, seeds_b, are_whole AND NOT is_published AND score.a.key IN (FROM answering) AND $b IN (FROM answering) AS are_open,
    runs_of(score.a.key) AS runs_a, runs_of($b) AS runs_b
FROM published_beside((SELECT keys FROM shown), $b, $metric) AS score
ORDER BY score.a.key, lower(benchmark), benchmark
