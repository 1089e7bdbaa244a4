-- The benchmarks that both have (all of A where B is ''), each with what is known of both scores and of their answers.
SELECT *
FROM compared_scores($a, $b, $metric)
ORDER BY benchmark
