-- The scored answers with the names that pages show: `run`, `benchmark` and `metric` are those of `result`.
CREATE TEMP VIEW answer AS
SELECT
    sample.run, run.source, run.study, run.model, answered.benchmark, answered.metric, sample.item, sample.repeat,
    sample.score, sample.unit, sample.tokens_in, sample.tokens_out, sample.finish
FROM sample
JOIN answered
    ON answered.key = sample.run AND answered.raw_benchmark = sample.benchmark AND answered.raw_metric = sample.metric
JOIN run ON run.id = answered.run
WHERE sample.score IS NOT NULL;
