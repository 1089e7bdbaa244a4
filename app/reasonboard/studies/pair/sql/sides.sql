-- What the selected benchmark, as the pages of models call it, or as a tool does, is called in the answers of A and of B, and by
-- which metric each is scored; `of_benchmark` alone where it is a part of a benchmark, whose answers are not told apart. `score_a`
-- and `score_b` are those of `scores_alike`. `graded` is the unit of scores that are not simply right or wrong. `answered` says
-- that answers of A or B to it are loaded, `listed` that its problems can be listed. Each is '' where it is not known, or not so.
-- $benchmarks, and what each is called by which metric: the row of studies/pair/places.
WITH place AS (
    SELECT
        unnest($chosen_metrics::TEXT[]) AS chosen, unnest($benchmarks::TEXT[]) AS benchmark, unnest($of_benchmarks::TEXT[]) AS of_benchmark,
        unnest($of_benchmarks_b::TEXT[]) AS of_b, unnest($metrics_a::TEXT[]) AS metric_a, unnest($metrics_b::TEXT[]) AS metric_b,
        unnest($are_whole::BOOLEAN[]) AS is_whole
),
side AS MATERIALIZED (
    SELECT
        of_benchmark, CASE WHEN is_whole THEN of_benchmark ELSE '' END AS benchmark_a, CASE WHEN is_whole THEN of_b ELSE '' END AS benchmark_b,
        metric_a, metric_b
    FROM place
    WHERE chosen = $metric AND benchmark IN (
        SELECT $panel
        UNION ALL
        SELECT name FROM benchmark WHERE list_contains(aliases, $panel)
        UNION ALL
        SELECT name FROM loaded_benchmark_name WHERE raw = $panel
    )
    ORDER BY benchmark = $panel DESC, is_whole DESC
    LIMIT 1
),
answer AS (
    SELECT answered.benchmark, metric, unit, of_a, of_b, is_graded OR NOT coalesce(metric.higher_is_better, false) AS is_graded
    FROM (SELECT *, list_contains(runs_of($a), run) AS of_a, list_contains(runs_of($b), run) AS of_b FROM answered) AS answered
    JOIN metric ON metric.name = metric
    WHERE of_a OR of_b
),
told AS (
    SELECT
        max(unit) FILTER (is_graded AND benchmark IN (benchmark_a, benchmark_b) AND metric IN (metric_a, metric_b)) AS graded,
        bool_or(benchmark = of_benchmark) AS is_answered,
        bool_or(of_a AND benchmark = benchmark_a AND metric = metric_a)
            AND ($b = '' OR bool_or(answer.of_b AND benchmark = benchmark_b AND metric = metric_b)) AS is_listed
    FROM side, answer
)
SELECT
    coalesce(COLUMNS(side.*), ''), coalesce(hash_a::TEXT, '') AS score_a, coalesce(hash_b::TEXT, '') AS score_b, coalesce(graded, '') AS graded,
    CASE WHEN is_answered THEN 'yes' ELSE '' END AS answered, CASE WHEN is_listed THEN 'yes' ELSE '' END AS listed
FROM told
LEFT JOIN side ON true
LEFT JOIN scores_alike(
    runs_of($a), runs_of($b), (SELECT [benchmark_a] FROM side), (SELECT [metric_a] FROM side), (SELECT [metric_b] FROM side)
) ON true
