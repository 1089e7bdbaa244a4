-- Of the runs on the selected benchmark: how right the answers of 2^power up to twice as many tokens are, with the standard
-- error over problems; of repeats with other seeds together, their errors as if they were one.
WITH binned AS (
    SELECT
        one.key, name, title, own, newest, model, one.benchmark, "power", max(items)::INTEGER AS items,
        sum(n)::INTEGER AS answers, sum(value * n) / nullif(sum(n), 0) AS value, avg(stderr) AS stderr, 'measured' AS kind
    FROM answers_of($source, $metric, $panel) AS one
    JOIN token_bin ON run = answers_key AND token_bin.benchmark = raw_benchmark AND metric = raw_metric
    WHERE n > 0
    GROUP BY ALL
)
FROM binned
QUALIFY dense_rank() OVER (ORDER BY own DESC, newest DESC, key) <= 200
ORDER BY own DESC, newest DESC, key, "power"
