-- The benchmarks that both have (all of A where B is ''), each with what is known of both scores and what publishing paired of
-- their answers. Where they `are_open` it paired none of those that are loaded: they are asked for by their runs.
SELECT
    benchmark, a, b, unit, kinds, coalesce(items_a, 0) AS items_a, coalesce(items_b, 0) AS items_b, coalesce(n, 0) AS n, mean_a, mean_b,
    sd, coalesce(only_a, 0) AS only_a, coalesce(only_b, 0) AS only_b, coalesce("binary", false) AS "binary", attempts, seeds_a, seeds_b,
    are_whole AND NOT is_published AND EXISTS (
        FROM answered WHERE run IN (SELECT unnest(runs_of($a) || runs_of($b)))
    ) AS are_open,
    runs_of($a) AS runs_a, runs_of($b) AS runs_b
FROM published_scores($a, $b, $metric)
ORDER BY benchmark
