-- Where the answers behind a run's numbers are, in the words of its files; `score_hash` is that of `item_score`, `items_digest`,
-- `n_items`, `known_by` and `is_graded` are those of `sample_score`.
CREATE TABLE answered (
    run INTEGER, benchmark TEXT, metric TEXT, key TEXT, raw_benchmark TEXT, raw_metric TEXT, score_hash UBIGINT,
    items_digest UBIGINT, n_items BIGINT, known_by TEXT, is_graded BOOLEAN
);

SELECT EXISTS (FROM sample_score) OR EXISTS (FROM bundled_answered);

INSERT INTO answered
SELECT
    numbered.id AS run, benchmark_name.name AS benchmark, metric_name.name AS metric,
    sample_score.run AS key, sample_score.benchmark AS raw_benchmark, sample_score.metric AS raw_metric,
    hash(sample_score.run, sample_score.benchmark, sample_score.metric) AS score_hash,
    items_digest, n_items, known_by, is_graded
FROM sample_score
JOIN (SELECT run, arg_min(study, typed) AS study FROM placed GROUP BY run) AS untyped ON untyped.run = sample_score.run
JOIN numbered ON numbered.key = sample_score.run AND numbered.study = untyped.study
JOIN loaded_benchmark_name AS benchmark_name
    ON benchmark_name.raw = sample_score.benchmark AND benchmark_name.loaded_as = numbered.loaded_as
JOIN metric_name
    ON metric_name.raw = metric_by(sample_score.metric, benchmark_name.metric) AND metric_name.unit = sample_score.unit
-- What a tool makes of graded answers need not be their mean: then these are not the answers behind its number.
WHERE sample_score.unit = 'fraction' OR NOT EXISTS (
    FROM loaded_measurement AS stated
    WHERE stated.run = sample_score.run AND stated.benchmark = sample_score.benchmark AND stated.metric = sample_score.metric
        AND stated.unit = sample_score.unit AND NOT is_rounded(stated.value, sample_score.value)
        AND coalesce(stated.n_items <= sample_score.n_items, true)
)
UNION ALL
SELECT DISTINCT
    bundled.run, bundled.benchmark, bundled.metric, "key", bundled.benchmark, bundled.metric,
    hash("key", bundled.benchmark, bundled.metric), items_digest, n_items, known_by, is_graded
FROM bundled_answered AS bundled
LEFT JOIN sample_score
    ON sample_score.run = "key" AND sample_score.benchmark = bundled.benchmark AND sample_score.metric = bundled.metric;
