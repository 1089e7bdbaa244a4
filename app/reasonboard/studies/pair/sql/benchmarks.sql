-- The benchmarks that both have (all of A where B is ''), each with what is known of both scores and what publishing paired of
-- their answers. Where they `are_open` it paired none of those that are loaded: they are asked for by their runs.
FROM published_scores($a, $b, $metric)
ORDER BY benchmark
