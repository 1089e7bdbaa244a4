-- The problem before and the one after a problem, in a set of problems of one or two runs: which it is of how many.
-- Sets and order are those of the table of problems.
-- $benchmark_a, the metrics and the scores of both: the row of studies/pair/sides.
WITH listed AS MATERIALIZED (
    SELECT item, item_place, difference, coalesce(greatest(tokens_a, tokens_b), -1) AS tokens
    FROM problems_of_pair($a, $b, $benchmark_a, $metric_a, $metric_b, $score_a, $score_b, $field)
    WHERE is_listed($items, $b, a, b)
),
own AS (SELECT difference, tokens, item_place FROM listed WHERE item = $item),
placed AS NOT MATERIALIZED (
    SELECT
        listed.*,
        CASE
            WHEN listed.difference <> own.difference THEN listed.difference > own.difference
            WHEN listed.tokens <> own.tokens THEN listed.tokens > own.tokens
            ELSE listed.item_place < own.item_place
        END AS is_before
    FROM listed, own
)
SELECT
    1 + count(*) FILTER (is_before) AS place, count(*) AS total,
    (SELECT item FROM placed WHERE is_before ORDER BY difference, tokens, item_place DESC LIMIT 1) AS before,
    (
        SELECT item FROM placed
        WHERE NOT is_before AND item <> $item
        ORDER BY difference DESC, tokens DESC, item_place
        LIMIT 1
    ) AS after
FROM placed
HAVING count(*) > 0
