-- The benchmarks that both have (all of A where B is ''), those first whose answers are loaded of both, then those of most problems.
-- $benchmarks, by which metric ($chosen_metrics) and whether both have it ($are_shared): the row of studies/pair/places.
SELECT benchmark AS value, benchmark AS label
FROM (
    SELECT
        unnest($benchmarks::TEXT[]) AS benchmark, unnest($chosen_metrics::TEXT[]) AS chosen, unnest($are_shared::BOOLEAN[]) AS is_shared,
        unnest(range(len($benchmarks))) AS place
)
WHERE chosen = $metric AND ($b = '' OR is_shared)
ORDER BY place
