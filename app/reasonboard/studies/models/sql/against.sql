-- No rows unless mode is selected.
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
    * EXCLUDE (may_be_open, kinds, unit) REPLACE (for_test(a) AS a, for_test(b) AS b),
    runs_of(score.a.key) AS runs_a, runs_of($b) AS runs_b,
    may_be_open AND score.a.key IN (FROM answering) AND $b IN (FROM answering) AS are_open
FROM published_beside((SELECT keys FROM shown), $b, $metric) AS score
ORDER BY score.a.key, lower(benchmark), benchmark
