-- Aggregates of samples, made once per snapshot so that no page scans them.

-- Did an answer end because it was as long as it may be, in the words of whatever tool?
CREATE MACRO is_cut_off(finish) AS lower(finish) IN (
    'length', 'max_tokens', 'max_length', 'model_length', 'token_limit', 'truncated', 'context_length'
);

-- One row per item: of n scored answers c are right, `partial` are neither right nor wrong. `tokens` is the mean over its
-- answers, `cut` how many were cut off, NULL where no answer says why it ended. Items are joined by
-- `item_hash`, of 64 bits: several times as fast as by their names.
CREATE TABLE item_score AS
SELECT
    run, benchmark, metric, item, hash(item) AS item_hash,
    count(score) AS n,
    count(*) FILTER (score = 1) AS c,
    count(*) FILTER (score NOT IN (0, 1)) AS partial,
    avg(score) AS mean,
    count(*) - count(score) AS unscored,
    avg(tokens_out) AS tokens,
    count(*) FILTER (is_cut_off(finish)) + CASE WHEN count(finish) = 0 THEN NULL ELSE 0 END AS cut,
    CASE WHEN count(DISTINCT finish) = 1 THEN min(finish) END AS finish,
    CASE WHEN min(problem) = max(problem) THEN min(problem) END AS problem,
    min(sha256) AS sha256
FROM sample
GROUP BY run, benchmark, metric, item
ORDER BY run, benchmark, metric, item;

-- How many items a run answered rightly c times of n: all that pass@k needs. Partial scores have no c.
CREATE TABLE pass_count AS
SELECT run, benchmark, metric, n, c, count(*) AS items
FROM item_score
WHERE n > 0 AND partial = 0
GROUP BY ALL
ORDER BY ALL;

-- The mean over items of the means over repeats, with the standard error of the former: items, not
-- answers, are independent.
CREATE TABLE sample_score AS
SELECT
    run, benchmark, metric,
    avg(mean) AS value,
    CASE WHEN count(*) > 1 THEN stddev_samp(mean) / sqrt(count(*)) END AS stderr,
    count(*) AS n_items,
    CASE WHEN min(n) = max(n) THEN min(n) END AS n_repeats,
    sum(n) AS samples,
    sum(unscored) AS unscored,
    min(sha256) AS sha256
FROM item_score
WHERE n > 0
GROUP BY ALL
ORDER BY ALL;

-- An answer that has several scores has its tokens with each: they are counted with one of them.
CREATE TEMP TABLE token_metric AS
SELECT run, benchmark, min(metric) AS metric
FROM sample
WHERE tokens_out IS NOT NULL
GROUP BY ALL;

-- Output tokens: their number and sum, and how many answers lie between two powers of two.
CREATE TABLE token_sum AS
SELECT
    run, benchmark, count(*) AS samples, sum(tokens_out) AS tokens, min(sha256) AS sha256,
    count(DISTINCT item) AS n_items
FROM sample
JOIN token_metric USING (run, benchmark, metric)
WHERE tokens_out IS NOT NULL
GROUP BY run, benchmark
ORDER BY ALL;

CREATE TABLE token_bin AS
SELECT run, benchmark, floor(log2(greatest(tokens_out, 1)))::INTEGER AS power, count(*) AS samples
FROM sample
JOIN token_metric USING (run, benchmark, metric)
WHERE tokens_out IS NOT NULL
GROUP BY ALL
ORDER BY ALL;

-- How much was loaded of each run.
CREATE TABLE loaded_count AS
SELECT
    key AS run, coalesce(measurements, 0) AS measurements, coalesce(missing, 0) AS missing,
    coalesce(samples, 0)::BIGINT AS samples
FROM loaded_run
LEFT JOIN (
    SELECT run AS key, count(*) AS measurements, count(*) - count(value) AS missing
    FROM loaded_measurement
    GROUP BY ALL
) USING (key)
LEFT JOIN (SELECT run AS key, sum(n + unscored) AS samples FROM item_score GROUP BY ALL) USING (key);
