-- What the tests of two sides need of the items that both answered, a row for each benchmark.
SELECT *
FROM paired_scores($runs_a::INTEGER[], $runs_b::INTEGER[], $benchmarks, $metrics_a, $metrics_b)
