-- What becomes of staged answers to scores that have answers already: `new` items are added, where all others are there and
-- scored alike; the first that is scored otherwise, or how many are missing, says why they are not.
CREATE OR REPLACE TEMP TABLE known_score AS
SELECT DISTINCT run, benchmark, metric
FROM staged_sample
WHERE run IN (SELECT run FROM sample_part UNION SELECT run FROM sample)
    AND (run, benchmark, metric) IN (
        SELECT (run, benchmark, metric) FROM sample_part UNION SELECT (run, benchmark, metric) FROM sample
    );

CREATE OR REPLACE TEMP TABLE other_answers AS
WITH staged AS (
    SELECT run, benchmark, metric, item, count(score) AS n, avg(score) AS mean, min(sha256) AS sha256
    FROM (SELECT DISTINCT ON (run, benchmark, metric, item, repeat) * FROM staged_sample SEMI JOIN known_score USING (run, benchmark, metric))
    GROUP BY ALL
),
before AS (
    SELECT run, benchmark, metric, item, n, mean FROM item_score SEMI JOIN known_score USING (run, benchmark, metric)
    UNION ALL
    SELECT run, benchmark, metric, item, count(score), avg(score)
    FROM sample SEMI JOIN known_score USING (run, benchmark, metric)
    GROUP BY ALL
),
compared AS (
    SELECT
        run, benchmark, metric, item, staged.sha256, staged.mean, before.mean AS mean_before,
        before.item IS NULL AS is_new, staged.item IS NULL AS is_missing,
        NOT is_new AND NOT is_missing
            AND (staged.n <> before.n OR coalesce(abs(staged.mean - before.mean) > 1e-9, false)) AS is_other
    FROM staged
    FULL JOIN before USING (run, benchmark, metric, item)
)
SELECT
    run, benchmark, metric, min(sha256) AS sha256,
    count(*) FILTER (is_new) AS new, count(*) FILTER (is_missing) AS missing, count(*) FILTER (is_other) AS other,
    arg_min((item, mean, mean_before), item) FILTER (is_other) AS example
FROM compared
GROUP BY run, benchmark, metric;

-- The first of each file that can be neither added nor left out.
SELECT DISTINCT ON (1)
    (SELECT min(coalesce(name, path)) FROM staged_loaded_file WHERE staged_loaded_file.sha256 = other_answers.sha256), run,
    (SELECT any_value(raw_model) FROM staged_loaded_run WHERE key = run), benchmark, metric, new, missing, other,
    example[1], example[2], example[3]
FROM other_answers
WHERE other > 0 OR (new > 0 AND missing > 0)
ORDER BY 1, 2, 3, 4
