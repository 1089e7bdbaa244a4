-- The cells of pages: a number for each condition, benchmark and metric. `cells.sql` says what each is made of.

CREATE TEMP VIEW dated_value AS
SELECT together.*, coalesce(n_runs, len(repeat_runs), 1)::INTEGER AS n_runs, coalesce(older, 0) AS older
FROM together
LEFT JOIN measured_again AS again
    ON again.run = together.run AND again.benchmark = together.benchmark AND again.metric = together.metric
    AND again.task_type IS NOT DISTINCT FROM together.task_type
    AND again.task_length IS NOT DISTINCT FROM together.task_length AND again.split IS NOT DISTINCT FROM together.split;

-- One row per source and condition of a study, over its seeds, of the newest run. If one source gives several values for the
-- same run none is averaged away: the most trusted is shown, with the range. Its conditions are those
-- of its run, the first of its seeds. Most cells are a number of `measurement`; these combine several.
CREATE TABLE joint_value AS
SELECT dated_value.* EXCLUDE (older)
FROM dated_value
JOIN run ON run.id = dated_value.run
JOIN source ON source.id = run.source
WHERE older = 0
ORDER BY source.rank, metric, benchmark, dated_value.run;

CREATE VIEW cell_value AS FROM single_number UNION ALL BY NAME FROM joint_value;

-- The same of older runs of the same configuration; and the number of each run by itself, where a cell is of several. Few
-- sources have any.
CREATE TABLE older_value AS FROM joint_value LIMIT 0;
CREATE TABLE each_value AS FROM joint_value LIMIT 0;

-- The numbers of all runs.
CREATE VIEW single_value AS
FROM cell_value WHERE repeat_runs IS NULL
UNION ALL BY NAME
FROM older_value WHERE repeat_runs IS NULL
UNION ALL BY NAME
FROM each_value;

-- The cells to be placed by columns of these names: by when or of what build a run is, each run has its own.
CREATE MACRO values_by(names) AS TABLE
FROM cell_value WHERE len(list_filter(names, lambda name: is_of_event(name))) = 0
UNION ALL BY NAME
FROM single_value WHERE len(list_filter(names, lambda name: is_of_event(name))) > 0;

-- The numbers of runs by these metrics, which can be a place on an x axis: `metric.NAME` is the number of the same run for the
-- same benchmark, else that of its training. Where a run has several of them, or one over seeds, it has no place.
CREATE MACRO other_numbers(metrics) AS TABLE
SELECT metric, run, map(list(benchmark), list(place)) AS places
FROM (
    SELECT metric, run, benchmark, short_number(any_value(value)::TEXT) AS place
    FROM cell_value
    WHERE list_contains(metrics, metric) AND repeat_runs IS NULL
    GROUP BY metric, run, benchmark
    HAVING count(*) = 1
)
GROUP BY metric, run;
CREATE MACRO place_among(places, benchmark) AS coalesce(places[benchmark], places['(training)']);
CREATE MACRO metric_of(name) AS CASE WHEN starts_with(name, 'metric.') THEN substr(name, length('metric.') + 1) END;

CREATE MACRO with_run(cells) AS TABLE
SELECT
    run.study, run.source, run.model, coalesce(run.of_model, run.model) AS of_model, model.family, model.params_b,
    COLUMNS(lambda name: is_condition(name)), run.settings, measured.benchmark, benchmark.aggregate, task_type, task_length, split,
    measured.metric, metric.unit, scale_of(metric.unit, proportion) AS scale,
    measured.run,
    CASE WHEN repeat_runs IS NULL THEN measured.run END AS run_id,
    measured.* EXCLUDE (run, benchmark, task_type, task_length, split, metric)
FROM query_table(cells) AS measured
JOIN run ON run.id = measured.run
JOIN benchmark ON benchmark.name = measured.benchmark
JOIN metric ON metric.name = measured.metric
LEFT JOIN model ON model.name = run.model;

CREATE VIEW cell AS FROM with_run('cell_value');

-- With those that a newer run of the same configuration replaces. To plan one view of both takes half as long as two.
CREATE VIEW dated_cell_value AS FROM cell_value UNION ALL BY NAME FROM older_value;
CREATE VIEW dated_cell AS FROM with_run('dated_cell_value');

-- The places of a configuration for which there is no number but one that is missing.
CREATE TABLE missing_value AS
WITH place AS (
    SELECT
        hash(configured, benchmark, task_type, task_length, split, metric) AS place, configured,
        min(run) AS run, benchmark, task_type, task_length, split, metric, min(missing) AS missing
    FROM missing_number
    JOIN condition USING (run)
    GROUP BY configured, benchmark, task_type, task_length, split, metric
),
measured AS (
    SELECT hash(configured, benchmark, task_type, task_length, split, metric) AS place
    FROM measurement
    JOIN condition USING (run)
    WHERE configured IN (SELECT configured FROM place) AND kind NOT IN ('bound_low', 'bound_high')
)
SELECT * EXCLUDE (place, configured), NULL::BIGINT AS n_seeds, NULL::INTEGER[] AS repeat_runs FROM place WHERE place NOT IN (SELECT place FROM measured) ORDER BY run;

-- The cells, and those that are missing: these have no value, and `missing` says what a file has instead.
CREATE VIEW cell_or_missing AS
SELECT *, NULL::TEXT AS missing FROM cell
UNION ALL BY NAME
FROM with_run('missing_value');

-- A benchmark is named with its part if a source has several parts of it.
CREATE TABLE benchmark_part AS
SELECT
    source, benchmark, split,
    benchmark || CASE WHEN count(*) OVER (PARTITION BY source, benchmark) > 1 AND split IS NOT NULL
        THEN ' · ' || split ELSE '' END AS name
FROM (SELECT run, benchmark, split FROM cell_value WHERE task_length IS NULL)
JOIN run ON run.id = run
GROUP BY source, benchmark, split;

-- The cells under these names, as pages show them that have no axis for the parts.
CREATE MACRO in_parts(cells) AS TABLE
SELECT cell.* REPLACE (coalesce(benchmark_part.name, cell.benchmark) AS benchmark), cell.benchmark AS of_benchmark
FROM query_table(cells) AS cell
LEFT JOIN benchmark_part
    ON benchmark_part.source = cell.source AND benchmark_part.benchmark = cell.benchmark
    AND benchmark_part.split IS NOT DISTINCT FROM cell.split AND cell.task_length IS NULL;

CREATE VIEW part_cell AS FROM in_parts('cell');
CREATE VIEW part_cell_or_missing AS FROM in_parts('cell_or_missing');

-- The numbers under these names.
CREATE VIEW part_result AS
SELECT result.* REPLACE (coalesce(benchmark_part.name, result.benchmark) AS benchmark), result.benchmark AS of_benchmark
FROM counted_result AS result
LEFT JOIN benchmark_part
    ON benchmark_part.source = result.source AND benchmark_part.benchmark = result.benchmark
    AND benchmark_part.split IS NOT DISTINCT FROM result.split AND result.task_length IS NULL;

-- How many cells every source has of a metric and a benchmark or a part of one, 0 if it only states a range.
CREATE TABLE metric_tally AS
SELECT study, source, metric, benchmark, of_benchmark, sum(cells)::BIGINT AS cells
FROM (
    SELECT
        study, run.source, metric, coalesce(part.name, cell_value.benchmark) AS benchmark, cell_value.benchmark AS of_benchmark,
        count(*) AS cells
    FROM cell_value
    JOIN (SELECT id AS run, study, source FROM run) AS run USING (run)
    LEFT JOIN benchmark_part AS part
        ON part.source = run.source AND part.benchmark = cell_value.benchmark
        AND part.split IS NOT DISTINCT FROM cell_value.split AND task_length IS NULL
    GROUP BY ALL
    UNION ALL
    SELECT study, source, metric, benchmark, benchmark, 0 FROM bound
)
GROUP BY ALL
ORDER BY ALL;

SELECT EXISTS (FROM repeated) OR EXISTS (FROM measured_again);

INSERT INTO each_value BY NAME
SELECT
    * EXCLUDE (condition, seed, seed_place, made), (seed IS NOT NULL)::BIGINT AS n_seeds, NULL::DOUBLE AS seed_sd,
    NULL::DOUBLE[] AS repeat_values, NULL::INTEGER[] AS repeat_runs, NULL::TEXT[] AS repeat_seeds, 1::INTEGER AS n_runs
FROM per_run
QUALIFY count(*) OVER (PARTITION BY condition, benchmark, task_type, task_length, split, metric) > 1
ORDER BY run;

SELECT EXISTS (FROM measured_again);

INSERT INTO older_value
SELECT dated_value.* EXCLUDE (older)
FROM dated_value
SEMI JOIN (SELECT DISTINCT run FROM measured_again) AS its USING (run) -- they are found by it
WHERE older > 0;
