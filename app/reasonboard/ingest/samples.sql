-- The roll-ups of the answers of some runs, `stored_sample`.
CREATE OR REPLACE TEMP TABLE new_item AS
SELECT
    hash(run, benchmark, metric) AS score_hash, run, benchmark, metric, item, hash(item) AS item_hash,
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
FROM stored_sample
GROUP BY run, benchmark, metric, item;

INSERT INTO item_score BY NAME FROM new_item ORDER BY run, benchmark, metric, item;

INSERT INTO pass_count
SELECT run, benchmark, metric, n, c, count(*)
FROM new_item
WHERE n > 0 AND partial = 0
GROUP BY ALL
ORDER BY ALL;

INSERT INTO sample_score
SELECT
    run, benchmark, metric,
    avg(mean),
    CASE WHEN count(*) > 1 THEN stddev_samp(mean) / sqrt(count(*)) END,
    count(*),
    CASE WHEN min(n) = max(n) THEN min(n) END,
    sum(n),
    sum(unscored),
    min(sha256)
FROM new_item
WHERE n > 0
GROUP BY ALL
ORDER BY ALL;

CREATE OR REPLACE TEMP TABLE token_metric AS
SELECT run, benchmark, min(metric) AS metric
FROM stored_sample
WHERE tokens_out IS NOT NULL
GROUP BY ALL;

INSERT INTO token_sum
SELECT run, benchmark, count(*), sum(tokens_out), min(sha256), count(DISTINCT item)
FROM stored_sample
JOIN token_metric USING (run, benchmark, metric)
WHERE tokens_out IS NOT NULL
GROUP BY run, benchmark
ORDER BY ALL;

INSERT INTO token_bin
SELECT run, benchmark, floor(log2(greatest(tokens_out, 1)))::INTEGER, count(*)
FROM stored_sample
JOIN token_metric USING (run, benchmark, metric)
WHERE tokens_out IS NOT NULL
GROUP BY ALL
ORDER BY ALL;

DROP TABLE new_item;
