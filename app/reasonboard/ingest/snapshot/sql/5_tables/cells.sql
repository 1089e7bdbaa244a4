-- What the pages of all studies read, made once per snapshot.

-- The runs of a source that differ in their event alone have one number: in when they were made, of what build, in the seed and
-- the repeat. A study draws its own runs. Settings that change a number made models of their own of loaded runs (see apart.sql):
-- what else runs of a model differ in belongs to other benchmarks.
CREATE TEMP TABLE same_condition AS
SELECT
    run.id AS run, source, study, run.seed, key, run.build_key, run.repeat,
    coalesce(dated_run.made_from = 'stated', utc(run.date) IS NOT NULL) AS is_stated,
    CASE WHEN dated_run.run IS NULL THEN utc(run.date) ELSE made_at END AS made_at, loaded_at, utc(run.date) AS date,
    dense_rank() OVER (
        ORDER BY source, study, run.model, row(*COLUMNS(lambda name: is_condition(name))),
            CASE WHEN own IS NOT TRUE THEN run.configuration END
    ) AS condition
FROM run
LEFT JOIN dated_run USING (source, key);

-- The runs of one condition and seed, in takes: of one build that is known they are repeats, one take. Of unknown builds those
-- of one date are, and those that have a repeat and no date. `age` 1 is the newest take.
CREATE TEMP TABLE repeated_run AS
WITH several AS (
    SELECT condition, seed FROM same_condition GROUP BY ALL HAVING count(DISTINCT key) > 1
),
taken AS (
    SELECT
        one.*,
        CASE
            WHEN build_key IS NOT NULL THEN 'build ' || build_key
            WHEN is_stated THEN 'date ' || date
            WHEN repeat IS NOT NULL THEN 'repeats'
            ELSE 'run ' || key
        END AS take
    FROM same_condition AS one
    JOIN several ON several.condition = one.condition AND several.seed IS NOT DISTINCT FROM one.seed
),
newest AS (
    FROM taken
    QUALIFY row_number() OVER (
        PARTITION BY condition, seed, take ORDER BY made_at DESC NULLS LAST, loaded_at DESC NULLS LAST, key
    ) = 1
),
aged AS (
    SELECT
        condition, seed, take, is_stated, made_at,
        row_number() OVER (
            PARTITION BY condition, seed ORDER BY made_at DESC NULLS LAST, loaded_at DESC NULLS LAST, key
        ) AS age
    FROM newest
)
SELECT
    run, taken.condition, taken.seed, aged.is_stated, aged.made_at, age,
    count(*) OVER (PARTITION BY taken.condition, taken.seed, taken.take) AS runs
FROM taken
JOIN aged ON aged.condition = taken.condition AND aged.take = taken.take AND aged.seed IS NOT DISTINCT FROM taken.seed;

-- A take has the number of the newer ones: `rerun` 0 is the newest, and an older one of other benchmarks than all newer ones.
CREATE TEMP TABLE rerun AS
WITH measured AS (
    SELECT DISTINCT run, benchmark, task_type, task_length, split, metric FROM measurement
    WHERE run IN (SELECT run FROM repeated_run)
),
placed_take AS (
    SELECT
        condition, seed, age,
        age > min(age) OVER (PARTITION BY condition, seed, benchmark, task_type, task_length, split, metric) AS again
    FROM measured
    JOIN repeated_run USING (run)
),
numbered_take AS (
    SELECT condition, seed, age, CASE WHEN bool_or(again) THEN age - 1 ELSE 0 END::INTEGER AS rerun
    FROM placed_take
    GROUP BY condition, seed, age
)
SELECT repeated_run.run, rerun
FROM repeated_run
JOIN numbered_take AS its
    ON its.condition = repeated_run.condition AND its.age = repeated_run.age AND its.seed IS NOT DISTINCT FROM repeated_run.seed;

-- All conditions of a run but its seed have one number, as has each take of them.
CREATE TEMP TABLE condition AS
SELECT
    run, source, seed, condition AS configured, coalesce(rerun, 0) AS rerun, made_at, loaded_at,
    dense_rank() OVER (ORDER BY condition, coalesce(rerun, 0)) AS condition
FROM same_condition
LEFT JOIN rerun USING (run);

-- The known sizes of benchmarks, where no number of the source stands on another number of items.
CREATE TABLE listed_size AS
SELECT run.source, measurement.benchmark, any_value(items) AS items
FROM measurement
JOIN run ON run.id = measurement.run
JOIN benchmark ON benchmark.name = measurement.benchmark
WHERE items IS NOT NULL AND NOT aggregate
GROUP BY ALL
HAVING count(*) FILTER (n_items <> items) = 0
ORDER BY ALL;

-- How many items the value of a row of measurements stands on where its source does not say so: NULL for a part of a
-- benchmark, and for what nobody measured.
CREATE MACRO whole_size(items, task_type, task_length, split, kind) AS
CASE
    WHEN task_type IS NULL AND task_length IS NULL AND split IS NULL
        AND kind NOT IN ('bound_low', 'bound_high', 'extrapolated', 'illustrative')
    THEN items
END;

-- What tables of numbers read: `n` is the number of items, and `"n from"` says who states it.
CREATE VIEW counted_result AS
SELECT
    plain_result.*,
    coalesce(n_items, CASE WHEN proportion THEN whole_size(items, task_type, task_length, split, kind) END) AS n,
    CASE WHEN n_items IS NOT NULL THEN 'source' WHEN n IS NOT NULL THEN 'catalogue' END AS "n from"
FROM plain_result
JOIN (SELECT name AS metric, proportion FROM metric) USING (metric)
LEFT JOIN listed_size USING (source, benchmark);

-- Where a source does not state the number of items, a proportion has that of the catalogue: `n_listed`.
CREATE TEMP VIEW fact AS
WITH sized AS (
    SELECT
        measurement.*, condition.condition, seed, made_at, condition.loaded_at, metric.proportion,
        whole_size(items, task_type, task_length, split, kind) AS size,
        hash(condition.condition, measurement.benchmark, task_type, task_length, split, metric) AS place
    FROM measurement
    JOIN condition USING (run)
    JOIN metric ON metric.name = measurement.metric
    LEFT JOIN listed_size ON listed_size.source = condition.source AND listed_size.benchmark = measurement.benchmark
    WHERE kind NOT IN ('bound_low', 'bound_high')
)
SELECT
    * EXCLUDE (proportion, size) REPLACE (coalesce(n_items, CASE WHEN proportion THEN size END) AS n_items),
    proportion AND n_items IS NULL AND size IS NOT NULL AS n_listed
FROM sized;

-- The places with more than one number are few: only they have to be brought together.
CREATE TEMP TABLE repeated AS SELECT place FROM fact GROUP BY place HAVING count(*) > 1;

-- The number of each run at such a place. Only the numbers of runs with seeds are averaged where a file gives several of a run:
-- else the most trusted is shown.
CREATE TEMP VIEW per_run AS
SELECT
    condition, benchmark, task_type, task_length, split, metric, seed, run,
    CASE WHEN seed IS NULL THEN arg_min(value, (kind, locator)) ELSE avg(value) END AS value,
    seed IS NULL AND min(value) < max(value) AS ambiguous,
    min(value) AS low,
    max(value) AS high,
    min(stderr) AS stderr,
    min(n_items) AS n_items,
    min(n_repeats) AS n_repeats,
    bool_or(n_listed) AS n_listed,
    min(kind) AS kind,
    list(locator ORDER BY kind, locator) AS locators,
    (coalesce(any_value(made_at), '-infinity'), coalesce(any_value(loaded_at), '-infinity'), run) AS made
FROM fact
WHERE place IN (SELECT place FROM repeated)
GROUP BY condition, benchmark, task_type, task_length, split, metric, seed, run;

-- The numbers over repeats and seeds, which count alike: of seeds the mean of each.
CREATE TEMP VIEW together AS
WITH per_seed AS (
    SELECT
        condition, benchmark, task_type, task_length, split, metric, seed,
        arg_max(run, made) AS run,
        avg(value) AS mean,
        bool_or(ambiguous) AS ambiguous,
        min(low) AS low,
        max(high) AS high,
        min(stderr) AS stderr,
        min(n_items) AS n_items,
        min(n_repeats) AS n_repeats,
        bool_or(n_listed) AS n_listed,
        min(kind) AS kind,
        flatten(list(locators ORDER BY made)) AS locators,
        list(value ORDER BY made) AS repeat_values,
        list(run ORDER BY made) AS repeat_runs,
        list(seed ORDER BY made) AS repeat_seeds
    FROM per_run
    GROUP BY condition, benchmark, task_type, task_length, split, metric, seed
)
SELECT
    CASE WHEN count(seed) > 0 THEN min(run) ELSE any_value(run) END AS run, benchmark, task_type, task_length, split, metric,
    avg(mean) AS value,
    CASE WHEN count(seed) > 1 THEN stddev_samp(mean) END AS seed_sd,
    count(seed) AS n_seeds,
    bool_or(ambiguous) AS ambiguous,
    min(low) AS low,
    max(high) AS high,
    CASE WHEN sum(len(repeat_runs)) = 1 THEN any_value(stderr) END AS stderr,
    min(n_items) AS n_items,
    min(n_repeats) AS n_repeats,
    bool_or(n_listed) AS n_listed,
    min(kind) AS kind,
    flatten(list(locators ORDER BY number_order(seed), locators)) AS locators,
    CASE WHEN sum(len(repeat_runs)) > 1 THEN flatten(list(repeat_values ORDER BY number_order(seed))) END AS repeat_values,
    CASE WHEN sum(len(repeat_runs)) > 1 THEN flatten(list(repeat_runs ORDER BY number_order(seed))) END AS repeat_runs,
    CASE WHEN count(seed) > 1 THEN flatten(list(repeat_seeds ORDER BY number_order(seed))) END AS repeat_seeds
FROM per_seed
GROUP BY condition, benchmark, task_type, task_length, split, metric
UNION ALL
SELECT
    run, benchmark, task_type, task_length, split, metric, value, NULL, CASE WHEN seed IS NULL THEN 0 ELSE 1 END,
    false, value, value, stderr, n_items, n_repeats, n_listed, kind, [locator], NULL, NULL, NULL
FROM fact
WHERE place NOT IN (SELECT place FROM repeated);

-- The numbers of configurations that were run again: the newest of the same place is `older` 0. `n_runs`: by how many runs it was measured.
CREATE TEMP TABLE measured_again AS
SELECT
    run, benchmark, task_type, task_length, split, metric,
    row_number() OVER same_place - 1 AS older,
    sum(coalesce(len(repeat_runs), 1)) OVER same_place AS n_runs
FROM together
JOIN condition USING (run)
WHERE configured IN (SELECT configured FROM condition WHERE rerun > 0)
WINDOW same_place AS (
    PARTITION BY configured, benchmark, task_type, task_length, split, metric ORDER BY rerun
    ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
);

CREATE TEMP VIEW dated_value AS
SELECT together.*, coalesce(n_runs, len(repeat_runs), 1)::INTEGER AS n_runs, coalesce(older, 0) AS older
FROM together
LEFT JOIN measured_again AS again
    ON again.run = together.run AND again.benchmark = together.benchmark AND again.metric = together.metric
    AND again.task_type IS NOT DISTINCT FROM together.task_type
    AND again.task_length IS NOT DISTINCT FROM together.task_length AND again.split IS NOT DISTINCT FROM together.split;

-- One row per source and condition of a study, over its seeds, of the newest run. If one source gives several values for the
-- same run none is averaged away: the most trusted is shown, with the range. Its conditions are those
-- of its run, the first of its seeds. What a page shows at a time is stored together, so that the rest is not read.
CREATE TABLE cell_value AS
SELECT dated_value.* EXCLUDE (older)
FROM dated_value
JOIN run ON run.id = dated_value.run
JOIN source ON source.id = run.source
JOIN (SELECT name, row_number() OVER (ORDER BY name) AS place FROM metric) AS metric ON metric.name = dated_value.metric
JOIN (SELECT name, row_number() OVER (ORDER BY name) AS place FROM benchmark) AS benchmark ON benchmark.name = dated_value.benchmark
WHERE older = 0
ORDER BY source.rank, metric.place, benchmark.place, dated_value.run;

-- The same of older runs of the same configuration.
CREATE TABLE older_value AS SELECT * EXCLUDE (older) FROM dated_value WHERE older > 0;

-- The number of each run by itself, where a cell is of several; and of all runs.
CREATE TABLE each_value AS
SELECT
    * EXCLUDE (condition, seed, made), (seed IS NOT NULL)::BIGINT AS n_seeds, NULL::DOUBLE AS seed_sd,
    NULL::DOUBLE[] AS repeat_values, NULL::INTEGER[] AS repeat_runs, NULL::TEXT[] AS repeat_seeds, 1::INTEGER AS n_runs
FROM per_run
QUALIFY count(*) OVER (PARTITION BY condition, benchmark, task_type, task_length, split, metric) > 1
ORDER BY run;

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
CREATE VIEW older_cell AS FROM with_run('older_value');

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

-- Ranges that a source states without a curve.
CREATE TABLE bound AS
SELECT
    study, source, model, benchmark, metric, unit,
    max(value) FILTER (kind = 'bound_low') AS low,
    max(value) FILTER (kind = 'bound_high') AS high,
    list(locator ORDER BY locator) AS locators
FROM result
WHERE kind IN ('bound_low', 'bound_high')
GROUP BY ALL
ORDER BY ALL;

-- How many cells every source has of a metric and a benchmark or a part of one, 0 if it only states a range.
CREATE TABLE metric_tally AS
SELECT study, source, metric, benchmark, of_benchmark, sum(cells)::BIGINT AS cells
FROM (
    SELECT study, source, metric, benchmark, of_benchmark, count(*) AS cells FROM part_cell GROUP BY ALL
    UNION ALL
    SELECT study, source, metric, benchmark, benchmark, 0 FROM bound
)
GROUP BY ALL
ORDER BY ALL;
