-- The means of the answers of `part_sample`, items first, for which the snapshot `old` has another mean or count. Of
-- several parts with answers for the same the first one counts.
WITH first_part AS (
    SELECT run, benchmark, metric, min(part) AS part FROM part_sample GROUP BY ALL
),
item AS (
    SELECT run, benchmark, metric, part, item, avg(score) AS mean, count(score) AS answers
    FROM part_sample
    JOIN first_part USING (run, benchmark, metric, part)
    GROUP BY ALL
),
score AS (
    SELECT run, benchmark, metric, part, avg(mean) AS value, count(*) AS items, sum(answers) AS answers
    FROM item
    WHERE answers > 0
    GROUP BY ALL
)
SELECT
    score.run, score.benchmark, score.metric, part,
    format('{} of {} answers', score.value, answers),
    format('{} of {} answers', kept.value, kept.samples)
FROM score
LEFT JOIN old.sample_score AS kept
    ON kept.run = score.run AND kept.benchmark = score.benchmark AND kept.metric = score.metric
WHERE kept.run IS NULL OR kept.samples <> answers OR kept.n_items <> items
    OR abs(kept.value - score.value) > 1e-12 * abs(score.value)
ORDER BY ALL
