-- What is asked of the answers of some runs, on some benchmarks, each by the metric beside it in the list.

-- The items that these runs answered. An item that several of the runs answered counts with all its answers. `place` is that
-- of the benchmark in the list, `item_place` that of the item among those of the benchmark.
CREATE MACRO item_answers(runs, benchmarks, metrics) AS TABLE
WITH place AS (
    SELECT unnest(benchmarks) AS benchmark, unnest(metrics) AS metric, unnest(range(len(benchmarks))) AS place
),
answers AS (
    SELECT DISTINCT score_hash, answered.benchmark, place
    FROM answered
    JOIN place ON place.benchmark = answered.benchmark AND place.metric = answered.metric
    WHERE list_contains(runs, run)
),
chosen AS (SELECT *, count(*) OVER (PARTITION BY benchmark) AS parts FROM answers)
SELECT
    chosen.benchmark, place, item_hash, item, item_place, mean AS score, n::INTEGER AS n, c::INTEGER AS c,
    partial::INTEGER AS partial, tokens, cut::INTEGER AS cut, finish, by_text, fields
FROM item_score
JOIN (SELECT * FROM chosen WHERE parts = 1) AS chosen USING (score_hash)
WHERE n > 0
UNION ALL
SELECT
    chosen.benchmark, any_value(place), item_hash, min(item),
    row_number() OVER (PARTITION BY chosen.benchmark ORDER BY item_order(min(item)))::INTEGER, sum(mean * n) / sum(n),
    sum(n)::INTEGER, sum(c)::INTEGER, sum(partial)::INTEGER, avg(tokens), sum(cut)::INTEGER,
    CASE WHEN count(DISTINCT finish) = 1 THEN min(finish) END, bool_and(by_text), min(fields)
FROM item_score
JOIN (SELECT * FROM chosen WHERE parts > 1) AS chosen USING (score_hash)
WHERE n > 0
GROUP BY chosen.benchmark, item_hash;

-- What the answers to these benchmarks are called in `item_score`, of A and of B.
CREATE MACRO scores_of_sides(runs_a, runs_b, benchmarks, metrics_a, metrics_b) AS TABLE
WITH place AS (
    SELECT unnest(benchmarks) AS benchmark, unnest(metrics_a) AS metric_a, unnest(metrics_b) AS metric_b
)
SELECT DISTINCT benchmark, true AS of_a, score_hash, items_digest, n_items, known_by
FROM answered
JOIN place USING (benchmark)
WHERE metric_a = metric AND list_contains(runs_a, run)
UNION ALL
SELECT DISTINCT benchmark, false, score_hash, items_digest, n_items, known_by
FROM answered
JOIN place USING (benchmark)
WHERE metric_b = metric AND list_contains(runs_b, run);

-- The one score that each side has on these benchmarks, where both have one, of the same items: these stand in `item_score` in the
-- same order. A thousand at least: of a few rows the database could change the order to join them, which is as fast.
CREATE MACRO scores_alike(runs_a, runs_b, benchmarks, metrics_a, metrics_b) AS TABLE
SELECT
    min(benchmark) AS benchmark, min(score_hash) FILTER (of_a) AS hash_a, min(score_hash) FILTER (NOT of_a) AS hash_b
FROM scores_of_sides(runs_a, runs_b, benchmarks, metrics_a, metrics_b)
HAVING count(*) = 2 AND count(*) FILTER (of_a) = 1 AND min(benchmark) = max(benchmark) AND count(items_digest) = 2
    AND min(items_digest) = max(items_digest) AND min(n_items) >= 1000;

-- The items of two scores that are alike, with what `item_answers` has of each, `a` and `b` their scores. They stand beside each
-- other as they are stored, and are read so in a tenth of the time of a join: each score is found by its hash alone, which keeps
-- that order. Were it ever another one, the query would fail. Where both hashes are constants, not what a query returns, neither
-- side has to be put into memory first. Their `benchmark` is NULL: a million names take longer than all else.
CREATE MACRO items_alike(hash_a, hash_b) AS TABLE
SELECT
    NULL::TEXT AS benchmark, a.item, a.item_place, a.mean AS a, b.mean AS b, a.n::INTEGER AS n_a, b.n::INTEGER AS n_b,
    a.c::INTEGER AS c_a, b.c::INTEGER AS c_b, a.partial::INTEGER AS partial_a, b.partial::INTEGER AS partial_b,
    a.tokens AS tokens_a, b.tokens AS tokens_b, a.cut::INTEGER AS cut_a, b.cut::INTEGER AS cut_b, a.finish AS finish_a,
    b.finish AS finish_b, a.by_text, a.fields AS fields_a, b.fields AS fields_b
FROM (SELECT * FROM item_score WHERE score_hash = hash_a) AS a
POSITIONAL JOIN (SELECT * FROM item_score WHERE score_hash = hash_b) AS b
WHERE a.n > 0 AND b.n > 0
  AND (a.item_place = b.item_place OR error('The answers of two runs are not stored in the same order.'));

-- The items that both answered, with the same of each, whatever they are stored like.
CREATE MACRO items_joined(runs_a, runs_b, benchmarks, metrics_a, metrics_b) AS TABLE
SELECT
    a.benchmark, a.item, a.item_place, a.score AS a, b.score AS b, a.n AS n_a, b.n AS n_b, a.c AS c_a, b.c AS c_b,
    a.partial AS partial_a, b.partial AS partial_b, a.tokens AS tokens_a, b.tokens AS tokens_b, a.cut AS cut_a, b.cut AS cut_b,
    a.finish AS finish_a, b.finish AS finish_b, a.by_text, a.fields AS fields_a, b.fields AS fields_b
FROM item_answers(runs_a, benchmarks, metrics_a) AS a
JOIN item_answers(runs_b, benchmarks, metrics_b) AS b
    ON hash(a.place, a.item_hash) = hash(b.place, b.item_hash);  -- faster than by two columns

-- The items that both answered, in the faster of both ways.
CREATE MACRO paired_items(runs_a, runs_b, benchmarks, metrics_a, metrics_b) AS TABLE
WITH alike AS MATERIALIZED (SELECT * FROM scores_alike(runs_a, runs_b, benchmarks, metrics_a, metrics_b)),
other AS MATERIALIZED (SELECT CASE WHEN EXISTS (FROM alike) THEN [] ELSE benchmarks END AS names)
SELECT * FROM items_alike((SELECT hash_a FROM alike), (SELECT hash_b FROM alike))
UNION ALL
SELECT * FROM items_joined(runs_a, runs_b, (SELECT names FROM other), metrics_a, metrics_b);

-- What the tests of two sides need of the items that both answered, a row for each benchmark.
CREATE MACRO paired_scores(runs_a, runs_b, benchmarks, metrics_a, metrics_b) AS TABLE
WITH score AS MATERIALIZED (SELECT * FROM scores_of_sides(runs_a, runs_b, benchmarks, metrics_a, metrics_b)),
answered_items AS (
    SELECT benchmark, of_a, any_value(n_items)::INTEGER AS items FROM score GROUP BY ALL HAVING count(*) = 1
    UNION ALL
    SELECT score.benchmark, of_a, count(DISTINCT item_hash)::INTEGER
    FROM score
    JOIN item_score USING (score_hash)
    WHERE n > 0 AND (score.benchmark, of_a) IN (SELECT (benchmark, of_a) FROM score GROUP BY ALL HAVING count(*) > 1)
    GROUP BY ALL
),
-- How the scores of a side that has several on a benchmark scatter, as those of training seeds.
several AS (
    SELECT score.benchmark, of_a, score_hash, item_hash, mean
    FROM score
    JOIN item_score USING (score_hash)
    WHERE n > 0 AND (score.benchmark, of_a) IN (SELECT (benchmark, of_a) FROM score GROUP BY ALL HAVING count(*) > 1)
),
scatter AS (
    SELECT benchmark, of_a, {'runs': runs::INTEGER, 'within': within, 'between': "between"} AS seeds
    FROM (
        SELECT benchmark, of_a, count(*) AS runs, var_samp(mean) AS "between"
        FROM (SELECT benchmark, of_a, score_hash, avg(mean) AS mean FROM several GROUP BY ALL)
        GROUP BY ALL
    )
    JOIN (
        SELECT benchmark, of_a, avg(variance) AS within
        FROM (SELECT benchmark, of_a, item_hash, var_samp(mean) AS variance FROM several GROUP BY ALL)
        GROUP BY ALL
    ) USING (benchmark, of_a)
),
paired AS (
    SELECT
        coalesce(item.benchmark, (SELECT min(benchmark) FROM score)) AS benchmark, -- the only one, where scores are alike
        count(*)::INTEGER AS n,
        avg(a) AS mean_a,
        avg(b) AS mean_b,
        round(stddev_samp(a - b), 12) AS sd, -- as the one that is made ahead
        count(*) FILTER (a > b)::INTEGER AS only_a,
        count(*) FILTER (a < b)::INTEGER AS only_b,
        bool_and(n_a = 1 AND n_b = 1 AND partial_a + partial_b = 0) AS binary,
        CASE WHEN sum(partial_a + partial_b) = 0 THEN min(least(n_a, n_b)) END::INTEGER AS attempts
    FROM paired_items(runs_a, runs_b, benchmarks, metrics_a, metrics_b) AS item
    GROUP BY item.benchmark
)
SELECT
    benchmark, coalesce(any_value(items) FILTER (of_a), 0) AS items_a,
    coalesce(any_value(items) FILTER (NOT of_a), 0) AS items_b, coalesce(n, 0) AS n, mean_a, mean_b, sd,
    coalesce(only_a, 0) AS only_a, coalesce(only_b, 0) AS only_b, coalesce("binary", false) AS "binary", attempts,
    any_value(seeds) FILTER (of_a) AS seeds_a, any_value(seeds) FILTER (NOT of_a) AS seeds_b
FROM answered_items
LEFT JOIN scatter USING (benchmark, of_a)
LEFT JOIN paired USING (benchmark)
GROUP BY ALL;
