-- The problem before and the one after a problem, in a set of problems of one or two runs: which it is of how many.
-- Sets and order are those of the table of problems. Ids are compared last, where all else is equal: of a million problems
-- that takes longer than to find them.
WITH listed AS MATERIALIZED (
    SELECT item, difference, coalesce(greatest(tokens_a, tokens_b), -1) AS tokens
    FROM problems_of_pair($a, $b, $benchmark, $metric, $field)
    WHERE is_listed($items, $b, a, b)
),
own AS (SELECT difference, tokens, item_order(item) AS item_order FROM listed WHERE item = $item),
placed AS MATERIALIZED (
    SELECT
        listed.*,
        CASE
            WHEN listed.difference <> own.difference THEN listed.difference > own.difference
            WHEN listed.tokens <> own.tokens THEN listed.tokens > own.tokens
            ELSE item_order(item) < own.item_order
        END AS is_before
    FROM listed, own
),
nearest AS (
    (SELECT true AS is_before, difference, tokens FROM placed WHERE is_before ORDER BY difference, tokens LIMIT 1)
    UNION ALL
    (
        SELECT false, difference, tokens FROM placed
        WHERE NOT is_before AND item <> $item
        ORDER BY difference DESC, tokens DESC
        LIMIT 1
    )
),
near AS (
    SELECT item, is_before FROM placed JOIN nearest USING (is_before, difference, tokens) WHERE item <> $item
)
SELECT
    1 + count(*) FILTER (is_before) AS place, count(*) AS total,
    (SELECT item FROM near WHERE is_before ORDER BY item_order(item) DESC LIMIT 1) AS before,
    (SELECT item FROM near WHERE NOT is_before ORDER BY item_order(item) LIMIT 1) AS after
FROM placed
HAVING count(*) > 0
