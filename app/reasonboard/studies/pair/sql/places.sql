-- What the benchmarks of A (of A and B, where `are_shared`) are called in the answers, by each metric that can be chosen, those
-- first whose answers are loaded of both, then those of most problems: lists side by side, and the metrics that both have. It is
-- one row, of which other queries take what they need, since the scores of a run take longest to find: by its runs, as the numbers are stored.
WITH score AS MATERIALIZED (
    SELECT key, "column" AS benchmark, of_benchmark, is_whole, metric, main, unit, n_items, kind
    FROM scores_of_keys([$a, $b], '')
),
chosen AS (
    SELECT *
    FROM (SELECT 'main' AS chosen, * FROM score WHERE main UNION ALL SELECT metric, * FROM score)
    QUALIFY row_number() OVER (PARTITION BY chosen, key, benchmark ORDER BY kind, metric) = 1
),
loaded AS (
    SELECT benchmark, count(DISTINCT of_a) AS sides
    FROM answered
    JOIN (SELECT run, bool_or(key = $a) AS of_a FROM model_run JOIN run_of_model USING (number) WHERE key IN ($a, $b) GROUP BY run) USING (run)
    GROUP BY benchmark
),
place AS (
    SELECT
        one.*, coalesce(other.of_benchmark, '') AS of_b, coalesce(other.metric, '') AS metric_b, other.key IS NOT NULL AS is_shared,
        row_number() OVER (ORDER BY sides DESC NULLS LAST, one.n_items DESC NULLS LAST, one.benchmark) AS place
    FROM chosen AS one
    LEFT JOIN chosen AS other
        ON other.chosen = one.chosen AND other.benchmark = one.benchmark AND other.unit = one.unit AND other.key = $b AND $b <> $a
    LEFT JOIN loaded ON loaded.benchmark = one.of_benchmark
    WHERE one.key = $a
),
measured AS (
    SELECT metric, count(*) AS scores FROM score GROUP BY metric HAVING $b IN ('', $a) OR min(key) <> max(key)
)
SELECT
    coalesce(list(chosen ORDER BY place), []) AS chosen_metrics, coalesce(list(benchmark ORDER BY place), []) AS benchmarks,
    coalesce(list(of_benchmark ORDER BY place), []) AS of_benchmarks, coalesce(list(of_b ORDER BY place), []) AS of_benchmarks_b,
    coalesce(list(metric ORDER BY place), []) AS metrics_a, coalesce(list(metric_b ORDER BY place), []) AS metrics_b,
    coalesce(list(is_whole ORDER BY place), []) AS are_whole, coalesce(list(is_shared ORDER BY place), []) AS are_shared,
    (SELECT coalesce(list(metric ORDER BY scores DESC, metric), []) FROM measured) AS metrics
FROM place
