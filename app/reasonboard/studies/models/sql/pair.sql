-- One row per benchmark that A and B both have, as on the page of two models, with what the runs are called here.
-- `panels` are the columns of this benchmark, in whatever block. Where they `are_open` answers of A or B are loaded, and what
-- these say is not published: it is asked for by their runs (core/sql/paired_scores.sql).
WITH named AS (
    SELECT key, own, concat_ws(' · ', model, nullif(CASE $settings WHEN 'all' THEN variant ELSE line END, '')) AS name
    FROM model_run
    WHERE key IN ($a, $b)
)
SELECT
    score.benchmark, score.a, score.b, kinds, coalesce(items_a, 0) AS items_a, coalesce(items_b, 0) AS items_b,
    coalesce(n, 0) AS n, mean_a, mean_b, sd, coalesce(only_a, 0) AS only_a, coalesce(only_b, 0) AS only_b,
    coalesce("binary", false) AS "binary", attempts, seeds_a, seeds_b, score.a.panel AS panel,
    (SELECT list(DISTINCT model_column.panel) FROM model_column WHERE model_column.name = score.benchmark) AS panels,
    score.a.metric AS metric, one.name AS name_a, other.name AS name_b, one.own AS own_a,
    are_whole AND NOT is_published AND EXISTS (
        FROM answered WHERE run IN (SELECT unnest(runs_of($a) || runs_of($b)))
    ) AS are_open,
    runs_of($a) AS runs_a, runs_of($b) AS runs_b
FROM published_scores($a, $b, $metric) AS score
JOIN named AS one ON one.key = $a
JOIN named AS other ON other.key = $b
WHERE $a <> $b
ORDER BY lower(benchmark), benchmark
