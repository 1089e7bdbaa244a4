-- Sources, runs and measurements of what was loaded. A load is one source; its runs stand in the study that takes them,
-- those that none takes in 'other'.

-- The study of the numbers of a run: of those that take it the first.
CREATE TEMP TABLE placed AS
WITH taken AS (
    SELECT key AS run, typed, arg_min(study, (rank, study)) AS study
    FROM study_need
    WHERE missing = ''
    GROUP BY ALL
)
SELECT progressed.loaded_as, run, sha256, typed, coalesce(study, 'other') AS study
FROM (SELECT DISTINCT run, sha256, typed FROM number_group)
JOIN progressed ON progressed.key = run
LEFT JOIN taken USING (run, typed);

INSERT INTO source
SELECT
    loaded_as,
    1000 + row_number() OVER (ORDER BY min(loaded_at), loaded_as),
    loaded_as,
    'Loaded from ' || CASE count(DISTINCT path) WHEN 1 THEN min(path) ELSE count(DISTINCT path) || ' files' END
    || ' of ' || string_agg(DISTINCT tool, ', ' ORDER BY tool),
    NULL,
    'not stated',
    'measured',
    CASE
        WHEN bool_or(len(inferred) > 0)
            THEN 'Taken from names, not stated in the files: '
                || array_to_string(list_sort(list_distinct(flatten(list(inferred)))), ', ') || '.'
    END,
    [],
    map(),
    CASE count(DISTINCT path) WHEN 1 THEN min(path) ELSE count(DISTINCT path) || ' files' END,
    CASE count(DISTINCT path) WHEN 1 THEN min(placed.sha256) ELSE 'one per file' END,
    min(loaded_at),
    NULL
FROM placed
JOIN (SELECT sha256, path, loaded_at FROM loaded_file) USING (sha256)
JOIN (SELECT key AS run, tool, inferred FROM resolved_run) USING (run)
GROUP BY loaded_as;

-- Numbered by what a page picks its marks by: measurements stand in the order of these numbers, so those
-- of one mark are near each other and the rest need not be read for it.
CREATE TEMP TABLE numbered AS
SELECT
    row_number() OVER (
        ORDER BY used.loaded_as, study, selector, model, method, step, progress, iteration, kv_window, kv_ratio, train_samples,
            seed, key
    ) + greatest((SELECT max(id) FROM run), getvariable('used_ids'), 0) AS id,
    used.study,
    progressed.*
FROM (SELECT DISTINCT loaded_as, study, run FROM placed) AS used
JOIN progressed ON progressed.key = used.run;

INSERT INTO run BY NAME
SELECT id, loaded_as AS source, study, model, COLUMNS(lambda name: is_condition(name)), seed, settings, key, of_model
FROM numbered;

-- Where the numbers of a run stand, those with a task's type and length apart.
CREATE TEMP TABLE stand AS
SELECT DISTINCT placed.run, placed.typed, numbered.id
FROM placed
JOIN numbered ON numbered.key = placed.run AND numbered.study = placed.study;

INSERT INTO measurement BY NAME
SELECT
    stand.id AS run,
    loaded_number.* EXCLUDE (run, unit, higher_is_better) REPLACE (benchmark_name.name AS benchmark, metric_name.name AS metric),
    'measured' AS kind
FROM loaded_number
JOIN stand ON stand.run = loaded_number.run AND stand.typed = (task_type IS NOT NULL AND task_length IS NOT NULL)
JOIN benchmark_name ON benchmark_name.raw = loaded_number.benchmark
JOIN metric_name ON metric_name.raw = loaded_number.metric AND metric_name.unit = loaded_number.unit
ORDER BY stand.id;

-- The studies that show some numbers of a source.
CREATE TABLE source_study AS SELECT DISTINCT source, study FROM run ORDER BY ALL;

-- Where the answers behind a run's numbers are, in the words of its files; `score_hash` is that of `item_score`.
CREATE TABLE answered AS
SELECT
    numbered.id AS run, benchmark_name.name AS benchmark, metric_name.name AS metric,
    sample_score.run AS key, sample_score.benchmark AS raw_benchmark, sample_score.metric AS raw_metric,
    hash(sample_score.run, sample_score.benchmark, sample_score.metric) AS score_hash
FROM sample_score
JOIN (SELECT run, arg_min(study, typed) AS study FROM placed GROUP BY run) AS untyped ON untyped.run = sample_score.run
JOIN numbered ON numbered.key = sample_score.run AND numbered.study = untyped.study
JOIN benchmark_name ON benchmark_name.raw = sample_score.benchmark
JOIN metric_name ON metric_name.raw = sample_score.metric AND metric_name.unit = 'fraction'
UNION ALL
SELECT DISTINCT run, benchmark, metric, key, benchmark, metric, hash(key, benchmark, metric) FROM bundled_answered;

-- What the model of each loaded run is called, and how that came about in words.
CREATE TABLE loaded_name AS SELECT key AS run, model, name_from FROM resolved_run;

-- The items that these runs answered on these benchmarks, each by the metric beside it in the list. An item that several
-- of the runs answered counts with all its answers. `place` is that of the benchmark in
-- the list.
CREATE MACRO item_answers(runs, benchmarks, metrics) AS TABLE
WITH place AS (
    SELECT unnest(benchmarks) AS benchmark, unnest(metrics) AS metric, unnest(range(len(benchmarks))) AS place
),
answers AS (
    SELECT DISTINCT score_hash, answered.benchmark, place
    FROM answered
    JOIN place ON place.benchmark = answered.benchmark AND place.metric = answered.metric
    WHERE list_contains(runs, run)
),
chosen AS (SELECT *, count(*) OVER (PARTITION BY benchmark) AS parts FROM answers)
SELECT
    chosen.benchmark, place, item_hash, item, mean AS score, n::INTEGER AS n, c::INTEGER AS c,
    partial::INTEGER AS partial, tokens, cut::INTEGER AS cut, finish, by_text
FROM item_score
JOIN (SELECT * FROM chosen WHERE parts = 1) AS chosen USING (score_hash)
WHERE n > 0
UNION ALL
SELECT
    chosen.benchmark, any_value(place), item_hash, min(item), sum(mean * n) / sum(n), sum(n)::INTEGER,
    sum(c)::INTEGER, sum(partial)::INTEGER, avg(tokens), sum(cut)::INTEGER,
    CASE WHEN count(DISTINCT finish) = 1 THEN min(finish) END, bool_and(by_text)
FROM item_score
JOIN (SELECT * FROM chosen WHERE parts > 1) AS chosen USING (score_hash)
WHERE n > 0
GROUP BY chosen.benchmark, item_hash;

-- What the tests of two sides need of the items that both answered, a row for each benchmark.
CREATE MACRO paired_scores(runs_a, runs_b, benchmarks, metrics_a, metrics_b) AS TABLE
WITH items_of_a AS (
    SELECT benchmark, count(*)::INTEGER AS items_a FROM item_answers(runs_a, benchmarks, metrics_a) GROUP BY benchmark
),
items_of_b AS (
    SELECT benchmark, count(*)::INTEGER AS items_b FROM item_answers(runs_b, benchmarks, metrics_b) GROUP BY benchmark
),
paired AS (
    SELECT
        a.benchmark,
        count(*)::INTEGER AS n,
        avg(a.score) AS mean_a,
        avg(b.score) AS mean_b,
        stddev_samp(a.score - b.score) AS sd,
        count(*) FILTER (a.score > b.score)::INTEGER AS only_a,
        count(*) FILTER (a.score < b.score)::INTEGER AS only_b,
        bool_and(a.n = 1 AND b.n = 1 AND a.partial + b.partial = 0) AS binary
    FROM item_answers(runs_a, benchmarks, metrics_a) AS a
    JOIN item_answers(runs_b, benchmarks, metrics_b) AS b
        ON hash(a.place, a.item_hash) = hash(b.place, b.item_hash)  -- faster than by two columns
    GROUP BY a.benchmark
)
SELECT
    benchmark, coalesce(items_a, 0) AS items_a, coalesce(items_b, 0) AS items_b, coalesce(n, 0) AS n, mean_a, mean_b, sd,
    coalesce(only_a, 0) AS only_a, coalesce(only_b, 0) AS only_b, coalesce("binary", false) AS binary
FROM items_of_a
FULL JOIN items_of_b USING (benchmark)
LEFT JOIN paired USING (benchmark);

-- For each loaded run and study: is it shown there, and if not, what it lacks.
CREATE TABLE feed AS
SELECT
    loaded_as, key AS run, study_need.study,
    (key, study_need.study) IN (SELECT (run, study) FROM placed) AS shown,
    CASE
        WHEN missing <> '' THEN missing
        WHEN key IN (SELECT run FROM placed) THEN 'nothing, it stands in another study'
        ELSE 'a number'
    END AS missing
FROM progressed
JOIN study_need USING (key)
WHERE NOT typed;

-- The same in words, a row for each run.
CREATE TABLE feed_in_words AS
SELECT
    run,
    coalesce(string_agg(study, ', ' ORDER BY study) FILTER (shown), '') AS shown_in,
    coalesce(string_agg(study || ': ' || missing, '; ' ORDER BY study) FILTER (NOT shown), '') AS missing
FROM feed
GROUP BY run;
