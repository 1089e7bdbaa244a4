-- What the test of two runs on a benchmark needs of the items that both answered.
SELECT *
FROM paired_scores([$run_a::INTEGER], [$run_b::INTEGER], [$benchmark], [$metric], [$metric])
