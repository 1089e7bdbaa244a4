-- What the selected benchmark, as the pages of models call it, or as a tool does, is called in the answers of A and of B, and by
-- which metric each is scored; `of_benchmark` alone where it is a part of a benchmark, whose answers are not told apart. `score_a`
-- and `score_b` are those of `scores_alike`. `graded` is the unit of scores that are not simply right or wrong. Each is '' where it
-- is not known.
WITH side AS MATERIALIZED (
    SELECT
        place.a.of_benchmark AS of_benchmark, CASE WHEN place.a.is_whole THEN of_benchmark END AS benchmark_a,
        CASE WHEN place.a.is_whole THEN place.b.of_benchmark END AS benchmark_b, place.a.metric AS metric_a,
        place.b.metric AS metric_b
    FROM scores_of_pair($a, $b, $metric) AS place
    WHERE benchmark IN (
        SELECT $panel
        UNION ALL
        SELECT name FROM benchmark WHERE list_contains(aliases, $panel)
        UNION ALL
        SELECT name FROM loaded_benchmark_name WHERE raw = $panel
    )
    ORDER BY benchmark = $panel DESC, place.a.is_whole DESC
    LIMIT 1
),
grading AS (
    SELECT max(unit) AS graded
    FROM side
    JOIN answered ON answered.benchmark IN (benchmark_a, benchmark_b) AND answered.metric IN (metric_a, metric_b)
    JOIN metric ON metric.name = answered.metric
    WHERE (list_contains(runs_of($a), run) OR list_contains(runs_of($b), run))
        AND (is_graded OR NOT coalesce(metric.higher_is_better, false))
)
SELECT coalesce(COLUMNS(side.*), ''), coalesce(hash_a::TEXT, '') AS score_a, coalesce(hash_b::TEXT, '') AS score_b,
    coalesce(graded, '') AS graded
FROM grading
LEFT JOIN side ON true
LEFT JOIN scores_alike(
    runs_of($a), runs_of($b), (SELECT [benchmark_a] FROM side), (SELECT [metric_a] FROM side), (SELECT [metric_b] FROM side)
) ON true
