-- One row per benchmark that A and B both have: `a` and `b` with what is known of each score, and what the tests need
-- of the items that both answered (see core/sql/paired_scores.sql), 0 and NULL where no answers are loaded.
WITH score AS (
    SELECT *, "column" AS name
    FROM model_score
    WHERE key IN ($a, $b) AND is_measured($metric, metric, main)
    QUALIFY row_number() OVER (PARTITION BY key, "column" ORDER BY kind, locators[1]) = 1
),
scored AS (
    SELECT model_run.key = $a AS of_a, answered.benchmark, answered.metric, item, sum(mean * n) / sum(n) AS score, sum(n) AS n
    FROM model_run
    JOIN model_of_run USING (number)
    JOIN answered USING (run)
    JOIN item_score
        ON item_score.run = answered.key AND item_score.benchmark = answered.raw_benchmark
        AND item_score.metric = answered.raw_metric
    WHERE model_run.key IN ($a, $b) AND n > 0
    GROUP BY ALL
),
paired AS (
    SELECT
        benchmark,
        metric,
        count(a.score)::INTEGER AS items_a,
        count(b.score)::INTEGER AS items_b,
        count(a.score - b.score)::INTEGER AS n,
        avg(a.score) FILTER (b.score IS NOT NULL) AS mean_a,
        avg(b.score) FILTER (a.score IS NOT NULL) AS mean_b,
        stddev_samp(a.score - b.score) AS sd,
        count(*) FILTER (a.score > b.score)::INTEGER AS only_a,
        count(*) FILTER (a.score < b.score)::INTEGER AS only_b,
        coalesce(bool_and(a.n = 1 AND b.n = 1 AND a.score IN (0, 1) AND b.score IN (0, 1)), false) AS "binary"
    FROM (SELECT * FROM scored WHERE of_a) AS a
    FULL JOIN (SELECT * FROM scored WHERE NOT of_a) AS b USING (benchmark, metric, item)
    GROUP BY benchmark, metric
),
told AS (
    SELECT
        key, name, panel, of_benchmark, metric, kind,
        {
            'value': value, 'unit': unit, 'higher_is_better': higher_is_better, 'stderr': stderr, 'n_items': n_items,
            'n_listed': n_listed, 'n_repeats': n_repeats, 'n_seeds': n_seeds, 'seed_sd': seed_sd
        } AS known
    FROM score
)
SELECT
    a.name AS benchmark, a.panel, a.metric, [a.kind::TEXT, b.kind::TEXT] AS kinds, a.known AS a, b.known AS b,
    coalesce(items_a, 0) AS items_a, coalesce(items_b, 0) AS items_b, coalesce(n, 0) AS n, mean_a, mean_b, sd,
    coalesce(only_a, 0) AS only_a, coalesce(only_b, 0) AS only_b, coalesce("binary", false) AS "binary",
    (SELECT any_value(concat_ws(' · ', model, nullif(CASE $settings WHEN 'all' THEN variant ELSE line END, ''))) FROM model_run WHERE key = $a) AS name_a,
    (SELECT any_value(concat_ws(' · ', model, nullif(CASE $settings WHEN 'all' THEN variant ELSE line END, ''))) FROM model_run WHERE key = $b) AS name_b,
    (SELECT any_value(own) FROM model_run WHERE key = $a) AS own_a
FROM told AS a
JOIN told AS b ON a.name = b.name AND a.key = $a AND b.key = $b AND $a <> $b
LEFT JOIN paired
    ON paired.benchmark = a.of_benchmark AND paired.metric = a.metric
    AND b.of_benchmark = a.of_benchmark AND b.metric = a.metric
ORDER BY lower(a.name), a.name
