-- Of the runs on the selected benchmark: how many problems were answered rightly c times of n; of `seeds` repeats together.
WITH counted AS (
    SELECT
        one.key, name, title, own, newest, model, one.benchmark, n, c, sum(items)::INTEGER AS items,
        count(DISTINCT answers_key)::INTEGER AS seeds
    FROM answers_of($source, $metric, $panel) AS one
    JOIN pass_count ON run = answers_key AND pass_count.benchmark = raw_benchmark AND metric = raw_metric
    GROUP BY ALL
),
-- What a vote of k attempts brings, where what each one answered is known.
vote AS (
    SELECT
        one.key, k, sum(items)::INTEGER AS items, sum(items * value) / sum(items) AS value,
        sum(items * square) / sum(items) AS square, sum(items * gain) / sum(items) AS gain,
        sum(items * gain_square) / sum(items) AS gain_square
    FROM answers_of($source, $metric, $panel) AS one
    JOIN vote_score ON run = answers_key AND vote_score.benchmark = raw_benchmark AND metric = raw_metric
    GROUP BY one.key, k
),
votes AS (SELECT key, list([k, items, value, square, gain, gain_square] ORDER BY k) AS votes FROM vote GROUP BY key)
SELECT counted.* REPLACE (max(seeds) OVER (PARTITION BY key) AS seeds), votes, 'measured' AS kind
FROM counted
LEFT JOIN votes USING (key)
QUALIFY dense_rank() OVER (ORDER BY own DESC, newest DESC, key) <= 200
ORDER BY own DESC, newest DESC, key, n, c
