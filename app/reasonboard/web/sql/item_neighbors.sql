-- The problem before and the one after a problem, in a set of problems of one or two runs: which it is of how many.
-- Sets and order are those of the table of problems.
SELECT place, before, after, total
FROM (
    SELECT
        item,
        row_number() OVER listed AS place,
        lag(item) OVER listed AS before,
        lead(item) OVER listed AS after,
        count(*) OVER () AS total
    FROM problems_of_pair($a, $b, $benchmark, $metric)
    WHERE CASE $items
        WHEN 'all' THEN true WHEN 'flipped' THEN outcome IN ('a', 'b', 'flipped') ELSE outcome = $items
    END
    WINDOW listed AS (ORDER BY difference DESC, greatest(tokens_a, tokens_b) DESC NULLS LAST, item)
)
WHERE item = $item
