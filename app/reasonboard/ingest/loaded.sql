-- Sources, runs and measurements of what was loaded. A load is one source in each study whose axes
-- its measurements have; what has none of them stands in 'other', on the page of all data.

-- The loaded runs with what a person says of their models, by the name in the file or the one shown.
CREATE TEMP TABLE told AS
SELECT
    loaded_run.* REPLACE (
        coalesce(by_raw.name, by_name.name, loaded_run.model) AS model,
        coalesce(by_raw.family, by_name.family, loaded_run.family) AS family,
        coalesce(by_raw.params_b, by_name.params_b, loaded_run.params_b) AS params_b,
        coalesce(by_raw.step, by_name.step, loaded_run.step) AS step,
        coalesce(by_raw.iteration, by_name.iteration, loaded_run.iteration) AS iteration,
        list_filter(
            inferred,
            lambda name: NOT (
                (name = 'family' AND coalesce(by_raw.family, by_name.family) IS NOT NULL)
                OR (name = 'params_b' AND coalesce(by_raw.params_b, by_name.params_b) IS NOT NULL)
                OR (name = 'step' AND coalesce(
                    by_raw.step, by_name.step, by_raw.iteration, by_name.iteration) IS NOT NULL)
            )
        ) AS inferred
    ),
    coalesce(by_raw.steps, by_name.steps) AS steps
FROM loaded_run
LEFT JOIN alias_model AS by_raw ON by_raw.raw = loaded_run.raw_model
LEFT JOIN alias_model AS by_name ON by_name.raw = loaded_run.model;

-- The canonical name of what a file writes: a name or alias of the catalogue, for a model also
-- without its organisation, else its own.
CREATE TEMP TABLE model_name AS
SELECT raw, coalesce(any_value(known.name), raw) AS name
FROM (SELECT DISTINCT model AS raw FROM told)
LEFT JOIN (SELECT name, unnest([name] || aliases) AS alias FROM model) AS known
    ON lower(known.alias) IN (lower(raw), lower(split_part(raw, '/', -1)))
GROUP BY raw;

CREATE TEMP TABLE benchmark_name AS
SELECT raw, coalesce(any_value(known.name) FILTER (known.name = said), any_value(known.name), any_value(said)) AS name
FROM (
    SELECT DISTINCT benchmark AS raw, coalesce(alias_benchmark.name, benchmark) AS said
    FROM (SELECT benchmark FROM loaded_measurement UNION SELECT benchmark FROM sample)
    LEFT JOIN alias_benchmark ON alias_benchmark.raw = benchmark
)
LEFT JOIN (SELECT name, unnest([name] || aliases) AS alias FROM benchmark) AS known ON known.alias = said
GROUP BY raw;

INSERT INTO model
SELECT
    name, coalesce(list(DISTINCT raw) FILTER (raw <> name), []), any_value(family), max(params_b),
    bool_or(list_contains(inferred, 'params_b'))
FROM told
JOIN model_name ON raw = told.model
WHERE name NOT IN (SELECT name FROM model)
GROUP BY name;

INSERT INTO benchmark
SELECT name, coalesce(list(DISTINCT raw) FILTER (raw <> name), []), NULL, NULL, NULL, coalesce(bool_or(aggregate), false)
FROM benchmark_name
LEFT JOIN (SELECT benchmark, bool_or(aggregate) AS aggregate FROM loaded_measurement GROUP BY ALL) ON benchmark = raw
WHERE name NOT IN (SELECT name FROM benchmark)
GROUP BY name;

-- Every number that was loaded, and the means of samples for which no file states one.
CREATE TEMP VIEW loaded_number AS
SELECT
    run, sha256, benchmark, task_type, task_length, split, metric, filter, unit, higher_is_better,
    value, stderr, n_items, n_repeats, locator
FROM loaded_measurement
WHERE value IS NOT NULL
UNION ALL
SELECT
    run, sha256, benchmark, NULL, NULL, NULL, metric, NULL, 'fraction', true,
    value, stderr, n_items, n_repeats, 'mean over the items of ' || samples || ' samples'
FROM sample_score
WHERE (run, benchmark, metric) NOT IN (SELECT (run, benchmark, metric) FROM loaded_measurement)
UNION ALL
SELECT
    run, sha256, benchmark, NULL, NULL, NULL, 'token_length', NULL, 'tokens', NULL,
    tokens / samples, NULL, n_items, NULL, 'mean of ' || samples || ' samples'
FROM token_sum
WHERE (run, benchmark, 'token_length') NOT IN (SELECT (run, benchmark, metric) FROM loaded_measurement);

-- What every run has of each metric; `typed` are numbers with a task's type and length.
CREATE TEMP TABLE number_group AS
SELECT
    run, sha256, metric, unit, task_type IS NOT NULL AND task_length IS NOT NULL AS typed,
    bool_and(higher_is_better) AS higher_is_better
FROM loaded_number
GROUP BY ALL;

-- A metric that is known in another unit is another metric.
CREATE TEMP TABLE metric_name AS
SELECT
    raw, loaded.unit, any_value(loaded.higher_is_better) AS higher_is_better,
    CASE WHEN any_value(metric.unit) <> loaded.unit THEN raw || ' (' || loaded.unit || ')' ELSE raw END AS name
FROM (
    SELECT metric AS raw, unit, bool_and(higher_is_better) AS higher_is_better FROM number_group GROUP BY ALL
) AS loaded
LEFT JOIN metric ON metric.name = raw
GROUP BY raw, loaded.unit;

INSERT INTO metric
SELECT name, name, any_value(unit), bool_and(higher_is_better)
FROM metric_name
WHERE name NOT IN (SELECT name FROM metric)
GROUP BY name;

-- The runs with their progress: stated, else the share of the steps of the whole training, which a
-- person says or the last step of the family in the load is.
CREATE TEMP TABLE progressed AS
SELECT
    told.* EXCLUDE (model, progress, family, params_b, inferred, steps),
    model.name AS model,
    model.params_b,
    told.iteration IS NULL AND step IS NOT NULL AS pretrained,
    coalesce(
        progress,
        CASE
            WHEN told.iteration IS NOT NULL THEN NULL
            WHEN steps IS NOT NULL THEN least(step / steps, 1)
            WHEN max(step) OVER kin > 0 AND min(step) OVER kin < max(step) OVER kin
                THEN step / max(step) OVER kin
        END
    ) AS progress
FROM told
JOIN model_name ON raw = told.model
JOIN model ON model.name = model_name.name
WINDOW kin AS (PARTITION BY loaded_as, coalesce(model.family, model.name));

-- Where the numbers of a run stand.
CREATE TEMP TABLE placed AS
SELECT
    progressed.loaded_as, run, sha256, typed,
    CASE
        WHEN typed THEN 'type-length'
        WHEN kv_window IS NOT NULL AND kv_ratio IS NOT NULL THEN 'kv-cache'
        WHEN selector IS NOT NULL THEN 'prm-selection'
        WHEN iteration IS NOT NULL THEN 'iterations'
        WHEN progress IS NOT NULL AND params_b IS NOT NULL THEN 'scale-progress'
        ELSE 'other'
    END AS study
FROM (SELECT DISTINCT run, sha256, typed FROM number_group)
JOIN progressed ON progressed.key = run;

INSERT INTO source
SELECT
    loaded_as || CASE WHEN count(*) OVER (PARTITION BY loaded_as) > 1 THEN '~' || study ELSE '' END,
    study,
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
JOIN (SELECT key AS run, tool, inferred FROM told) USING (run)
GROUP BY loaded_as, study;

-- Numbered by what a page picks its marks by: measurements stand in the order of these numbers, so those
-- of one mark are near each other and the rest need not be read for it.
CREATE TEMP TABLE numbered AS
SELECT
    row_number() OVER (
        ORDER BY source.id, selector, model, method, step, progress, iteration, kv_window, kv_ratio, train_samples,
            seed, key
    ) + (SELECT coalesce(max(id), 0) FROM run) AS id,
    source.id AS source,
    source.study,
    progressed.*
FROM (SELECT DISTINCT loaded_as, study, run FROM placed) AS used
JOIN source ON source.title = used.loaded_as AND source.study = used.study AND source.rank > 1000
JOIN progressed ON progressed.key = used.run;

INSERT INTO run
SELECT
    id, source, model, method, step, progress, iteration, train_samples, selector, selector_params_b,
    kv_method, kv_window, kv_ratio, seed, settings
FROM numbered;

INSERT INTO measurement
SELECT
    numbered.id, benchmark_name.name, task_type, task_length, split, metric_name.name, filter, value, stderr,
    n_items, n_repeats, 'measured', locator, loaded_number.sha256
FROM loaded_number
JOIN placed
    ON placed.run = loaded_number.run AND placed.sha256 = loaded_number.sha256
    AND placed.typed = (task_type IS NOT NULL AND task_length IS NOT NULL)
JOIN numbered ON numbered.key = placed.run AND numbered.study = placed.study AND numbered.loaded_as = placed.loaded_as
JOIN benchmark_name ON benchmark_name.raw = loaded_number.benchmark
JOIN metric_name ON metric_name.raw = loaded_number.metric AND metric_name.unit = loaded_number.unit
ORDER BY numbered.id;

-- Where the answers behind a run's numbers are, in the words of its files.
CREATE TABLE answered AS
SELECT
    numbered.id AS run, benchmark_name.name AS benchmark, metric_name.name AS metric,
    sample_score.run AS key, sample_score.benchmark AS raw_benchmark, sample_score.metric AS raw_metric
FROM sample_score
JOIN numbered ON numbered.key = sample_score.run
JOIN benchmark_name ON benchmark_name.raw = sample_score.benchmark
JOIN metric_name ON metric_name.raw = sample_score.metric AND metric_name.unit = 'fraction';

-- For each loaded run and study: is it shown there, and if not, what it lacks.
CREATE TABLE feed AS
SELECT
    loaded_as, key AS run, need.study,
    (key, need.study) IN (SELECT (run, study) FROM placed) AS shown,
    coalesce(nullif(CASE need.study
        WHEN 'scale-progress' THEN concat_ws(
            ', ', CASE WHEN params_b IS NULL THEN 'model size' END,
            CASE WHEN progress IS NULL THEN 'steps of more than one checkpoint' END)
        WHEN 'iterations' THEN CASE WHEN iteration IS NULL THEN 'iteration' ELSE '' END
        WHEN 'type-length' THEN 'task type and length'
        WHEN 'prm-selection' THEN CASE WHEN selector IS NULL THEN 'selector' ELSE '' END
        ELSE concat_ws(
            ', ', CASE WHEN kv_window IS NULL THEN 'window' END, CASE WHEN kv_ratio IS NULL THEN 'ratio' END)
    END, ''), CASE WHEN key IN (SELECT run FROM placed) THEN 'nothing, it stands in another study' ELSE 'a number' END) AS missing
FROM progressed
CROSS JOIN (
    SELECT unnest(['scale-progress', 'iterations', 'type-length', 'prm-selection', 'kv-cache']) AS study
) AS need;

-- The same in words, a row for each run.
CREATE TABLE feed_in_words AS
SELECT
    run,
    coalesce(string_agg(study, ', ' ORDER BY study) FILTER (shown), '') AS shown_in,
    coalesce(string_agg(study || ': ' || missing, '; ' ORDER BY study) FILTER (NOT shown), '') AS missing
FROM feed
GROUP BY run;
