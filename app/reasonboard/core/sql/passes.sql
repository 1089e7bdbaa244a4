-- How many items a run answered rightly c times of n: all that pass@k needs.
SELECT pass_count.n, pass_count.c, sum(items)::INTEGER AS items
FROM answered
JOIN pass_count
    ON pass_count.run = answered.key AND pass_count.benchmark = answered.raw_benchmark
    AND pass_count.metric = answered.raw_metric
WHERE answered.run::TEXT = $run AND answered.benchmark = $benchmark AND answered.metric = $metric
GROUP BY ALL
ORDER BY ALL
