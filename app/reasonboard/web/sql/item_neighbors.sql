-- The problem before and the one after a problem, in a set of problems of one or two runs: which it is of how many.
-- Sets and order are those of the table of problems.
WITH listed AS MATERIALIZED (
    SELECT item, item_order(item) AS item_order, difference, coalesce(greatest(tokens_a, tokens_b), -1) AS tokens
    FROM problems_of_pair($a, $b, $benchmark, $metric)
    WHERE is_listed($items, $b, a, b)
),
placed AS (
    SELECT
        listed.*,
        listed.difference > own.difference OR (listed.difference = own.difference AND (
            listed.tokens > own.tokens OR (listed.tokens = own.tokens AND listed.item_order < own.item_order)
        )) AS is_before
    FROM listed, (FROM listed WHERE item = $item) AS own
)
SELECT
    1 + count(*) FILTER (is_before) AS place, count(*) AS total,
    (SELECT item FROM placed WHERE is_before ORDER BY difference, tokens, item_order DESC LIMIT 1) AS before,
    (SELECT item FROM placed WHERE NOT is_before AND item <> $item ORDER BY difference DESC, tokens DESC, item_order LIMIT 1) AS after
FROM placed
HAVING count(*) > 0
