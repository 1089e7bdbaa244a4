-- Of the runs on the selected benchmark: how many problems were answered rightly c times of n; of `seeds` repeats together.
WITH counted AS (
    SELECT
        one.key, name, title, own, newest, model, one.benchmark, n, c, sum(items)::INTEGER AS items,
        count(DISTINCT answers_key)::INTEGER AS seeds
    FROM answers_of($source, $metric, $panel) AS one
    JOIN pass_count ON run = answers_key AND pass_count.benchmark = raw_benchmark AND metric = raw_metric
    GROUP BY ALL
)
SELECT * REPLACE (max(seeds) OVER (PARTITION BY key) AS seeds), 'measured' AS kind
FROM counted
QUALIFY dense_rank() OVER (ORDER BY own DESC, newest DESC, key) <= 8
ORDER BY own DESC, newest DESC, key, n, c
