-- What a benchmark, as the pages of models and pairs call it, or as a tool does, is called in the answers of A and of B, and
-- by which metric each is scored.
SELECT a.of_benchmark AS benchmark_a, a.metric AS metric_a, b.of_benchmark AS benchmark_b, b.metric AS metric_b
FROM scores_of_pair($a, $b, $metric)
WHERE benchmark IN (SELECT $benchmark UNION ALL SELECT name FROM benchmark WHERE list_contains(aliases, $benchmark))
    AND a.is_whole
ORDER BY benchmark = $benchmark DESC
LIMIT 1
