-- What is asked of the answers of some runs, on some benchmarks, each by the metric beside it in the list.

-- What items are sorted by: what stands before the first digit, then short ids before long ones, so that the numbers at
-- their end count as numbers (HumanEval/2 before HumanEval/10).
CREATE MACRO item_order(item) AS row(regexp_extract(item, '^\D*'), length(item), item);

-- The items that these runs answered. An item that several of the runs answered counts with all its answers. `place` is that
-- of the benchmark in the list.
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
    chosen.benchmark, place, item_hash, item, mean AS score, n::INTEGER AS n, c::INTEGER AS c,
    partial::INTEGER AS partial, tokens, cut::INTEGER AS cut, finish, by_text
FROM item_score
JOIN (SELECT * FROM chosen WHERE parts = 1) AS chosen USING (score_hash)
WHERE n > 0
UNION ALL
SELECT
    chosen.benchmark, any_value(place), item_hash, min(item), sum(mean * n) / sum(n), sum(n)::INTEGER,
    sum(c)::INTEGER, sum(partial)::INTEGER, avg(tokens), sum(cut)::INTEGER,
    CASE WHEN count(DISTINCT finish) = 1 THEN min(finish) END, bool_and(by_text)
FROM item_score
JOIN (SELECT * FROM chosen WHERE parts > 1) AS chosen USING (score_hash)
WHERE n > 0
GROUP BY chosen.benchmark, item_hash;

-- What the answers to these benchmarks are called in `item_score`, of A and of B.
CREATE MACRO scores_of_sides(runs_a, runs_b, benchmarks, metrics_a, metrics_b) AS TABLE
WITH place AS (
    SELECT unnest(benchmarks) AS benchmark, unnest(metrics_a) AS metric_a, unnest(metrics_b) AS metric_b
)
SELECT DISTINCT benchmark, true AS of_a, score_hash, n_items, known_by
FROM answered
JOIN place USING (benchmark)
WHERE metric_a = metric AND list_contains(runs_a, run)
UNION ALL
SELECT DISTINCT benchmark, false, score_hash, n_items, known_by
FROM answered
JOIN place USING (benchmark)
WHERE metric_b = metric AND list_contains(runs_b, run);

-- The items of two scores beside each other as they are stored, the first of A with the first of B, whether or not they are the same.
-- A score is found by its hash alone, not by a join, which could change the order.
CREATE MACRO stored_items(hash_a, hash_b) AS TABLE
SELECT
    a.item_hash AS item_hash_a, b.item_hash AS item_hash_b, a.item, a.mean AS a, b.mean AS b, a.n::INTEGER AS n_a,
    b.n::INTEGER AS n_b, a.c::INTEGER AS c_a, b.c::INTEGER AS c_b, a.partial::INTEGER AS partial_a, b.partial::INTEGER AS partial_b,
    a.tokens AS tokens_a, b.tokens AS tokens_b, a.cut::INTEGER AS cut_a, b.cut::INTEGER AS cut_b, a.finish AS finish_a,
    b.finish AS finish_b, a.by_text
FROM (SELECT * FROM item_score WHERE score_hash = hash_a) AS a
POSITIONAL JOIN (SELECT * FROM item_score WHERE score_hash = hash_b) AS b;

-- The one score that each side has on these benchmarks, where both have one and their items are the same in the same order.
CREATE MACRO scores_alike(runs_a, runs_b, benchmarks, metrics_a, metrics_b) AS TABLE
WITH single AS MATERIALIZED (
    SELECT
        any_value(benchmark) AS benchmark, any_value(score_hash) FILTER (of_a) AS hash_a,
        any_value(score_hash) FILTER (NOT of_a) AS hash_b
    FROM scores_of_sides(runs_a, runs_b, benchmarks, metrics_a, metrics_b)
    HAVING count(*) = 2 AND min(benchmark) = max(benchmark) AND count(*) FILTER (of_a) = 1
)
SELECT *
FROM single
WHERE (
    SELECT bool_and(item_hash_a IS NOT DISTINCT FROM item_hash_b)
    FROM stored_items((SELECT hash_a FROM single), (SELECT hash_b FROM single))
);

-- The items that both answered, with what `item_answers` has of each, `a` and `b` their scores. Those of two scores that are alike need
-- no join, which takes ten times as long: each has been compared with its neighbor, and is again. Their `benchmark` is NULL: to name it in
-- each row takes longer than all else.
CREATE MACRO paired_items(runs_a, runs_b, benchmarks, metrics_a, metrics_b) AS TABLE
WITH alike AS MATERIALIZED (SELECT * FROM scores_alike(runs_a, runs_b, benchmarks, metrics_a, metrics_b)),
other AS MATERIALIZED (SELECT CASE WHEN EXISTS (FROM alike) THEN [] ELSE benchmarks END AS names)
SELECT NULL::TEXT AS benchmark, * EXCLUDE (item_hash_a, item_hash_b)
FROM stored_items((SELECT hash_a FROM alike), (SELECT hash_b FROM alike))
WHERE n_a > 0 AND n_b > 0 AND (item_hash_a = item_hash_b OR error('The items of two scores changed their order within a query.'))
UNION ALL
SELECT
    a.benchmark, a.item, a.score, b.score, a.n, b.n, a.c, b.c, a.partial, b.partial, a.tokens, b.tokens, a.cut, b.cut, a.finish,
    b.finish, a.by_text
FROM item_answers(runs_a, (SELECT names FROM other), metrics_a) AS a
JOIN item_answers(runs_b, (SELECT names FROM other), metrics_b) AS b
    ON hash(a.place, a.item_hash) = hash(b.place, b.item_hash);  -- faster than by two columns

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
paired AS (
    SELECT
        coalesce(
            item.benchmark, (SELECT benchmark FROM scores_alike(runs_a, runs_b, benchmarks, metrics_a, metrics_b))
        ) AS benchmark,
        count(*)::INTEGER AS n,
        avg(a) AS mean_a,
        avg(b) AS mean_b,
        round(stddev_samp(a - b), 12) AS sd, -- as the one that is made ahead
        count(*) FILTER (a > b)::INTEGER AS only_a,
        count(*) FILTER (a < b)::INTEGER AS only_b,
        bool_and(n_a = 1 AND n_b = 1 AND partial_a + partial_b = 0) AS binary
    FROM paired_items(runs_a, runs_b, benchmarks, metrics_a, metrics_b) AS item
    GROUP BY item.benchmark
)
SELECT
    benchmark, coalesce(any_value(items) FILTER (of_a), 0) AS items_a,
    coalesce(any_value(items) FILTER (NOT of_a), 0) AS items_b, coalesce(n, 0) AS n, mean_a, mean_b, sd,
    coalesce(only_a, 0) AS only_a, coalesce(only_b, 0) AS only_b, coalesce("binary", false) AS "binary"
FROM answered_items
LEFT JOIN paired USING (benchmark)
GROUP BY ALL;
