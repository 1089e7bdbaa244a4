-- Sources, runs and measurements of what was loaded. A load is one source; its runs stand in the study that takes them,
-- those that none takes in 'other'.

CREATE MACRO files_of(origin, path) AS
    CASE count(DISTINCT origin) WHEN 1 THEN min(path) ELSE count(DISTINCT origin) || ' files' END;

INSERT INTO source
SELECT
    loaded_as,
    1000 + row_number() OVER (ORDER BY min(loaded_at), loaded_as),
    loaded_as,
    'Loaded as ' || loaded_as || ' from ' || files_of(origin, path) || ' of ' || string_agg(DISTINCT tool, ', ' ORDER BY tool),
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
    loaded_as || ': ' || files_of(origin, path),
    CASE count(DISTINCT origin) WHEN 1 THEN min(placed.sha256) ELSE 'one per file' END,
    min(loaded_at),
    NULL
FROM placed
JOIN (SELECT sha256, path, origin, loaded_at FROM loaded_file) USING (sha256)
JOIN (SELECT key AS run, tool, inferred FROM resolved_run) USING (run)
GROUP BY loaded_as;

-- Numbered by what a page picks its marks by: the measurements of a metric and benchmark are in the order of these numbers.
CREATE TEMP TABLE numbered AS
SELECT
    row_number() OVER (
        ORDER BY used.loaded_as, used.study, selector, coalesce(run_name.name, model), method, step, progress, iteration, kv_window, kv_ratio, train_samples,
            seed, progressed.key
    ) + greatest((SELECT max(id) FROM run), getvariable('used_ids'), 0) AS id,
    used.study,
    progressed.* EXCLUDE (family, params_b) REPLACE (coalesce(run_name.name, model) AS model),
    CASE WHEN run_name.name IS NOT NULL THEN model END AS of_model
FROM (SELECT DISTINCT loaded_as, study, run FROM placed) AS used
JOIN progressed ON progressed.key = used.run
LEFT JOIN run_name ON run_name.key = used.run AND run_name.study = used.study;

INSERT INTO run BY NAME
SELECT
    id, loaded_as AS source, study, model, COLUMNS(lambda name: is_of_run(name)), lost, settings, key, of_model, build_key,
    configuration_digest(coalesce(of_model, model), written, conditions_of(numbered), stated, configuration) AS configuration
FROM numbered
JOIN (SELECT key, settings, progress AS stated FROM loaded_run) USING (key)
ORDER BY id;

-- The numbers of these runs, those with a task's type and length apart.
CREATE TEMP VIEW number_of_run AS
WITH stand AS (
    SELECT DISTINCT
        placed.run, placed.typed, numbered.id, numbered.loaded_as, dense_rank() OVER (ORDER BY numbered.loaded_as) AS load
    FROM placed
    JOIN numbered ON numbered.key = placed.run AND numbered.study = placed.study
)
SELECT
    stand.id AS run,
    loaded_number.* EXCLUDE (run, unit, higher_is_better) REPLACE (
        benchmark_name.name AS benchmark, metric_name.name AS metric,
        CASE WHEN as_stated IS NOT NULL THEN struct_update(as_stated, otherwise := CASE
            WHEN as_stated.otherwise IS DISTINCT FROM {
                'metric': metric_name.name, 'task_type': task_type, 'split': split, 'stderr': stderr, 'n_items': n_items,
                'n_repeats': loaded_number.n_repeats
            } THEN to_json(as_stated.otherwise)::TEXT
        END) END AS as_stated
    ),
    nullif(loaded_number.benchmark, benchmark_name.name) AS benchmark_written,
    'measured' AS kind, load, metric_name.place AS metric_place, benchmark_name.place AS benchmark_place
FROM loaded_number
JOIN stand ON stand.run = loaded_number.run AND stand.typed = (task_type IS NOT NULL AND task_length IS NOT NULL)
JOIN (SELECT loaded_as, raw, name, dense_rank() OVER (ORDER BY name) AS place FROM loaded_benchmark_name) AS benchmark_name
    ON benchmark_name.raw = loaded_number.benchmark AND benchmark_name.loaded_as = stand.loaded_as
JOIN metric_name ON metric_name.raw = loaded_number.metric AND metric_name.unit = loaded_number.unit;

-- What a page shows at a time is stored together, so that the rest is not read.
INSERT INTO measurement BY NAME
SELECT * EXCLUDE (missing, load, metric_place, benchmark_place)
FROM number_of_run
WHERE value IS NOT NULL
ORDER BY load, metric_place, benchmark_place, run;

INSERT INTO loaded_summary
SELECT
    resolved_run.key, coalesce(named.name, model), name_from, lacking, coalesce(measurements, 0), coalesce(missing, 0),
    coalesce(samples, 0), digest
FROM resolved_run
LEFT JOIN (SELECT key, min(name) AS name FROM run_name GROUP BY key) AS named USING (key)
LEFT JOIN (
    SELECT
        key,
        map(list(study ORDER BY study), list(CASE
            WHEN (key, study) IN (SELECT (run, study) FROM placed) THEN ''
            WHEN missing <> '' THEN missing
            WHEN key IN (SELECT run FROM placed) THEN 'nothing, it stands in another study'
            ELSE 'a number'
        END ORDER BY study)) AS lacking
    FROM study_need
    WHERE NOT typed
    GROUP BY key
) AS needs USING (key)
LEFT JOIN run_digest USING (key);

SELECT EXISTS (FROM loaded_measurement WHERE value IS NULL);

INSERT INTO missing_number BY NAME
SELECT * EXCLUDE (value, kind, load, metric_place, benchmark_place) REPLACE (coalesce(missing, 'N/A') AS missing)
FROM number_of_run
WHERE value IS NULL
ORDER BY run;
