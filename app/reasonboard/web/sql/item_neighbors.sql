-- The problem before and the one after a problem, in a set of problems of one or two runs: which it is of how many.
-- Sets and order are those of the table of problems: `rank` is less for those that stand before.
WITH listed AS (
    SELECT item, row(-difference, -coalesce(greatest(tokens_a, tokens_b), -1), item) AS rank
    FROM problems_of_pair($a, $b, $benchmark, $metric)
    WHERE CASE $items
        WHEN 'all' THEN true WHEN 'flipped' THEN outcome IN ('a', 'b', 'flipped') ELSE outcome = $items
    END
),
here AS (SELECT rank AS own FROM listed WHERE item = $item)
SELECT
    1 + count(*) FILTER (rank < own) AS place, arg_max(item, rank) FILTER (rank < own) AS before,
    arg_min(item, rank) FILTER (rank > own) AS after, count(*) AS total
FROM listed, here
HAVING count(own) > 0
