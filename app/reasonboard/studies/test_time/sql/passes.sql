-- Of the runs on the selected benchmark: how many problems were answered rightly c times of n by each of its seeds, [n, c] in their
-- order. Repeats of a seed are put together: `runs` says of how many the answers are. Of several, only problems that all seeds answered.
WITH one AS MATERIALIZED (
    SELECT DISTINCT answers.*, run.seed FROM answers_of($source, $metric, $panel) AS answers JOIN run ON run.id = answers_run
),
mark AS (
    SELECT key, name, title, own, newest, model, benchmark, count(DISTINCT answers_key)::INTEGER AS runs
    FROM one
    GROUP BY key, name, title, own, newest, model, benchmark
    QUALIFY dense_rank() OVER (ORDER BY own DESC, newest DESC, key) <= 200
),
of_seed AS (
    SELECT key, item_hash, seed, sum(n)::BIGINT AS n, sum(c)::BIGINT AS c
    FROM one
    JOIN item_score ON item_score.score_hash = one.score_hash
    WHERE n > 0 AND partial = 0 AND key IN (SELECT key FROM mark WHERE runs > 1)
    GROUP BY ALL
),
of_item AS (
    FROM (SELECT key, list([n, c] ORDER BY seed) AS counts FROM of_seed GROUP BY key, item_hash)
    QUALIFY len(counts) = max(len(counts)) OVER (PARTITION BY key)
),
counted AS (
    SELECT key, [[n, c]] AS counts, sum(items)::INTEGER AS items
    FROM one
    JOIN pass_count ON run = answers_key AND pass_count.benchmark = raw_benchmark AND metric = raw_metric
    WHERE key IN (SELECT key FROM mark WHERE runs = 1)
    GROUP BY ALL
    UNION ALL
    SELECT key, counts, count(*)::INTEGER FROM of_item GROUP BY ALL
),
-- What a vote of k attempts of one run brings, where what each one answered is known: the mean over the runs of a seed, and over
-- seeds with their spread. Of other problems than these there is no mean.
vote_of_seed AS (
    SELECT
        key, k, seed, max(items) AS items, min(items) = max(items) AS alike, avg(value) AS value, avg(square) AS square,
        avg(gain) AS gain, avg(gain_square) AS gain_square
    FROM one
    JOIN vote_score ON run = answers_key AND vote_score.benchmark = raw_benchmark AND metric = raw_metric
    GROUP BY key, k, seed
),
vote AS (
    SELECT
        key, k, max(items)::INTEGER AS items, avg(value) AS value, avg(square) AS square, avg(gain) AS gain,
        avg(gain_square) AS gain_square, stddev_samp(value) AS value_sd, stddev_samp(gain) AS gain_sd, count(*)::INTEGER AS seeds
    FROM vote_of_seed
    GROUP BY key, k
    HAVING bool_and(alike) AND min(items) = max(items)
),
votes AS (
    SELECT key, list([k, items, seeds, value, square, gain, gain_square, value_sd, gain_sd] ORDER BY k) AS votes FROM vote GROUP BY key
)
SELECT mark.*, counts, items, votes, 'measured' AS kind
FROM mark
JOIN counted USING (key)
LEFT JOIN votes USING (key)
ORDER BY own DESC, newest DESC, key, counts
