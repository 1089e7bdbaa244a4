-- One row per benchmark that A and B both have, as on the page of two models, with what the runs are called here.
-- `panels` are the columns of this benchmark, in whatever block. Where they `are_open` answers of A or B are loaded, and what
-- these say is not published: it is asked for by their runs (core/sql/paired_scores.sql).
WITH named AS (
    SELECT key, own, concat_ws(' · ', model, nullif(CASE $settings WHEN 'all' THEN variant ELSE line END, '')) AS name
    FROM model_run
    WHERE key IN ($a, $b)
)
SELECT
    score.*, score.a.panel AS panel, score.a.metric AS metric, one.name AS name_a, other.name AS name_b, one.own AS own_a,
    (SELECT list(DISTINCT model_column.panel) FROM model_column WHERE model_column.name = score.benchmark) AS panels
FROM published_scores($a, $b, $metric) AS score
JOIN named AS one ON one.key = $a
JOIN named AS other ON other.key = $b
WHERE $a <> $b
ORDER BY lower(benchmark), benchmark
