-- Where the answers of a run by a metric are, and what the run, the benchmark and the metric are called there.
SELECT DISTINCT
    answered.run AS id, part, stored_part.sha256, answered.key AS run, raw_benchmark, raw_metric, answered.benchmark,
    answered.metric
FROM answered
JOIN sample_part
    ON sample_part.run = answered.key AND sample_part.benchmark = raw_benchmark AND sample_part.metric = raw_metric
JOIN stored_part ON stored_part.name = part
WHERE answered.run IN (SELECT unnest(runs_of($key))) AND answered.benchmark = $benchmark
  AND answered.metric = $metric
ORDER BY id
