-- The problem before and the one after a problem, in a set of problems of one or two runs: which it is of how many.
-- The order is that of the table of problems: the largest difference first, then the longest answers.
WITH scored AS (
    SELECT model_run.key = $a AS of_a, item, sum(mean * n) / sum(n) AS score
    FROM model_run
    JOIN model_of_run ON model_of_run.number = model_run.number
    JOIN answered ON answered.run = model_of_run.run
    JOIN item_score
        ON item_score.run = answered.key AND item_score.benchmark = answered.raw_benchmark
        AND item_score.metric = answered.raw_metric
    WHERE model_run.key IN ($a, $b) AND answered.benchmark = $benchmark AND answered.metric = $metric AND n > 0
    GROUP BY ALL
),
problem AS (
    SELECT
        item, a.score AS a, b.score AS b,
        CASE
            WHEN b.score IS NULL AND $b <> '' THEN 'alone'
            WHEN a.score > b.score THEN 'a'
            WHEN a.score < b.score THEN 'b'
            WHEN a.score = 0 THEN 'wrong'
            WHEN a.score = 1 THEN 'right'
            ELSE 'flipped'
        END AS outcome
    FROM (SELECT * FROM scored WHERE of_a) AS a
    LEFT JOIN (SELECT * FROM scored WHERE NOT of_a) AS b USING (item)
),
placed AS (
    SELECT
        item, outcome,
        row_number() OVER listed AS place,
        lag(item) OVER listed AS before,
        lead(item) OVER listed AS after,
        count(*) OVER () AS total
    FROM problem
    WHERE outcome <> 'alone' AND CASE $items
        WHEN 'flipped' THEN outcome IN ('a', 'b', 'flipped') WHEN 'all' THEN true ELSE outcome = $items
    END
    WINDOW listed AS (ORDER BY abs(a - coalesce(b, a)) DESC, try_cast(item AS BIGINT) NULLS LAST, item)
)
SELECT place, before, after, total
FROM placed
WHERE item = $item
