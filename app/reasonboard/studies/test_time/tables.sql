-- What the page of test-time reads, beside the tables of models and the roll-ups of answers.

-- One row per main score of a run of which the tokens are known, or its answers say more than the score, and per other score
-- of these answers. `panel` is the benchmark, with the measure where that is no accuracy.
CREATE TABLE token_score (
    source TEXT, panel TEXT, number INTEGER, benchmark TEXT, split TEXT, is_whole BOOLEAN, metric TEXT, main BOOLEAN, run INTEGER,
    value DOUBLE, stderr DOUBLE, n_items INTEGER, n_listed BOOLEAN, n_repeats INTEGER, n_seeds BIGINT, seed_sd DOUBLE, scale TEXT,
    locator TEXT, tokens DOUBLE, kind kind, has_answers BOOLEAN
);

SELECT EXISTS (FROM measurement WHERE metric = 'token_length') OR EXISTS (FROM answered);

-- The mean tokens of a run's answers to a benchmark: those that its file states, else those of its answers.
CREATE TEMP VIEW answer_length AS
SELECT
    run, benchmark, split, arg_min(value, (kind, locators[1])) AS tokens, min(kind) AS kind
FROM cell
WHERE metric = 'token_length' AND task_type IS NULL AND task_length IS NULL
GROUP BY ALL
UNION ALL
SELECT bundled.run, bundled.benchmark, NULL, tokens / samples, 'measured'
FROM (SELECT DISTINCT run, benchmark, key FROM bundled_answered) AS bundled
JOIN token_sum ON token_sum.run = key AND token_sum.benchmark = bundled.benchmark;

-- The answers behind a score that say what else there is: they were repeated, within a run or by repeats of it, or say why they ended.
CREATE TEMP VIEW telling AS
SELECT DISTINCT answered.run, answered.benchmark, answered.metric
FROM answered
JOIN (
    SELECT run, benchmark, metric FROM pass_count WHERE n > 1
    UNION
    SELECT run, benchmark, metric FROM cut_score
) AS counted ON counted.run = key AND counted.benchmark = raw_benchmark AND counted.metric = raw_metric
UNION
SELECT unnest(runs), benchmark, metric
FROM (
    SELECT benchmark, metric, list(answered.run) AS runs
    FROM answered
    JOIN model_of_run ON model_of_run.run = answered.run
    JOIN run ON run.id = answered.run
    WHERE (answered.key, raw_benchmark, raw_metric) IN (SELECT (run, benchmark, metric) FROM pass_count)
    GROUP BY number, seed, benchmark, metric
    HAVING count(DISTINCT answered.key) > 1
);

INSERT INTO token_score
SELECT
    cell.source, concat_ws(' · ', benchmark_part.name, nullif(measure, '')) AS panel, number, cell.benchmark, cell.split,
    benchmark_part.name = cell.benchmark AS is_whole,
    cell.metric, main, cell.run, value, stderr, n_items, n_listed, n_repeats, n_seeds, seed_sd, scale, locators[1] AS locator,
    tokens, greatest(cell.kind, coalesce(answer_length.kind, cell.kind)) AS kind, telling.run IS NOT NULL AS has_answers
FROM cell
JOIN model_of_run ON model_of_run.run = cell.run
JOIN benchmark_part
    ON benchmark_part.source = cell.source AND benchmark_part.benchmark = cell.benchmark
    AND benchmark_part.split IS NOT DISTINCT FROM cell.split
JOIN model_metric
    ON model_metric.source = cell.source AND model_metric.benchmark = benchmark_part.name
    AND model_metric.metric = cell.metric
LEFT JOIN answer_length
    ON answer_length.run = cell.run AND answer_length.benchmark = cell.benchmark
    AND answer_length.split IS NOT DISTINCT FROM cell.split
LEFT JOIN telling
    ON telling.run = cell.run AND telling.benchmark = cell.benchmark AND telling.metric = cell.metric
    AND benchmark_part.name = cell.benchmark
WHERE cell.run IN (SELECT run FROM answer_length UNION SELECT run FROM telling)
    AND task_type IS NULL AND task_length IS NULL AND cell.unit = 'fraction' AND value BETWEEN 0 AND 1
    AND cell.metric IN (SELECT name FROM metric WHERE higher_is_better)
    AND (tokens > 0 OR telling.run IS NOT NULL)
    AND (main OR (benchmark_part.name = cell.benchmark AND (cell.run, cell.benchmark, cell.metric) IN (SELECT (run, benchmark, metric) FROM answered)))
QUALIFY row_number() OVER (PARTITION BY number, cell.source, panel, cell.metric ORDER BY cell.kind, locators[1]) = 1
ORDER BY cell.source, panel, number;
