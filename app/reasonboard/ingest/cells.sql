-- What the pages of all studies read, made once per snapshot.

-- The conditions of a run but its seed have one number.
CREATE TEMP TABLE condition AS
SELECT
    id AS run,
    source,
    study,
    seed,
    dense_rank() OVER (
        ORDER BY source, study, model, row(*COLUMNS(lambda name: is_condition(name))), settings::TEXT
    ) AS condition
FROM run;

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

-- Only a proportion has a number of items: of other scores it says nothing. `n_listed`: it is that of the catalogue.
CREATE TEMP VIEW fact AS
WITH sized AS (
    SELECT
        measurement.*, condition.condition, seed, metric.proportion,
        whole_size(items, task_type, task_length, split, kind) AS size,
        hash(condition.condition, measurement.benchmark, task_type, task_length, split, metric) AS place
    FROM measurement
    JOIN condition USING (run)
    JOIN metric ON metric.name = measurement.metric
    LEFT JOIN listed_size ON listed_size.source = condition.source AND listed_size.benchmark = measurement.benchmark
    WHERE kind NOT IN ('bound_low', 'bound_high')
)
SELECT
    * EXCLUDE (proportion, size) REPLACE (CASE WHEN proportion THEN coalesce(n_items, size) END AS n_items),
    proportion AND n_items IS NULL AND size IS NOT NULL AS n_listed
FROM sized;

-- The places with more than one number are few: only they have to be brought together.
CREATE TEMP TABLE repeated AS SELECT place FROM fact GROUP BY place HAVING count(*) > 1;

CREATE TEMP VIEW together AS
WITH per_seed AS (
    SELECT
        condition, benchmark, task_type, task_length, split, metric, seed,
        min(run) AS run,
        avg(value) AS mean,
        arg_min(value, (kind, locator)) AS first,
        min(value) AS low,
        max(value) AS high,
        min(stderr) AS stderr,
        min(n_items) AS n_items,
        min(n_repeats) AS n_repeats,
        bool_or(n_listed) AS n_listed,
        min(kind) AS kind,
        list(locator ORDER BY kind, locator) AS locators
    FROM fact
    WHERE place IN (SELECT place FROM repeated)
    GROUP BY ALL
)
SELECT
    min(run) AS run, benchmark, task_type, task_length, split, metric,
    CASE WHEN count(seed) > 0 THEN avg(mean) ELSE any_value(first) END AS value,
    CASE WHEN count(seed) > 1 THEN stddev_samp(mean) END AS seed_sd,
    count(seed) AS n_seeds,
    CASE WHEN count(seed) > 0 THEN false ELSE min(low) < max(high) END AS ambiguous,
    min(low) AS low,
    max(high) AS high,
    CASE WHEN count(*) = 1 THEN any_value(stderr) END AS stderr,
    min(n_items) AS n_items,
    min(n_repeats) AS n_repeats,
    bool_or(n_listed) AS n_listed,
    min(kind) AS kind,
    flatten(list(locators ORDER BY seed, locators)) AS locators
FROM per_seed
GROUP BY condition, benchmark, task_type, task_length, split, metric
UNION ALL
SELECT
    run, benchmark, task_type, task_length, split, metric, value, NULL, CASE WHEN seed IS NULL THEN 0 ELSE 1 END,
    false, value, value, stderr, n_items, n_repeats, n_listed, kind, [locator]
FROM fact
WHERE place NOT IN (SELECT place FROM repeated);

-- One row per source and condition of a study, over its seeds. Where one source gives several values for the
-- same condition none is averaged away: the most trusted is shown, the range is kept beside it. Its conditions are those
-- of its run, the first of its seeds. What a page shows at a time stands together, so that the rest is not read.
CREATE TABLE cell_value AS
SELECT together.*
FROM together
JOIN run ON run.id = together.run
JOIN source ON source.id = run.source
JOIN (SELECT name, row_number() OVER (ORDER BY name) AS place FROM metric) AS metric ON metric.name = together.metric
JOIN (SELECT name, row_number() OVER (ORDER BY name) AS place FROM benchmark) AS benchmark ON benchmark.name = together.benchmark
ORDER BY source.rank, metric.place, benchmark.place, together.run;

-- A number in its shortest form, so that 0.60 and 0.6 are one place; other texts as they are.
CREATE MACRO short_number(text) AS
CASE
    WHEN regexp_full_match(text, '-?(0|[1-9][0-9]*)([.][0-9]+)?(e[+-]?[0-9]+)?')
    THEN regexp_replace(try_cast(text AS DOUBLE)::TEXT, '[.]0$', '')
    ELSE text
END;

-- The numbers of runs by these metrics, which can be a place on an x axis: `metric.NAME` is the number of the same run for the
-- same benchmark, else that of its training. Where a run has several of them, or one over seeds, it has no place.
CREATE MACRO other_numbers(metrics) AS TABLE
SELECT metric, run, map(list(benchmark), list(place)) AS places
FROM (
    SELECT metric, run, benchmark, short_number(any_value(value)::TEXT) AS place
    FROM cell_value
    WHERE list_contains(metrics, metric) AND n_seeds <= 1
    GROUP BY metric, run, benchmark
    HAVING count(*) = 1
)
GROUP BY metric, run;
CREATE MACRO place_among(places, benchmark) AS coalesce(places[benchmark], places['(training)']);
CREATE MACRO metric_of(name) AS CASE WHEN starts_with(name, 'metric.') THEN substr(name, length('metric.') + 1) END;

CREATE VIEW cell AS
SELECT
    run.study, run.source, run.model, coalesce(run.of_model, run.model) AS of_model, model.family, model.params_b, run.method, run.step, run.progress,
    run.iteration, run.train_samples, run.selector, run.selector_params_b, run.kv_method, run.kv_window,
    run.kv_ratio, run.settings, cell_value.benchmark, benchmark.aggregate, task_type, task_length, split,
    cell_value.metric, metric.unit,
    cell_value.run,
    CASE WHEN n_seeds <= 1 THEN cell_value.run END AS run_id,
    cell_value.* EXCLUDE (run, benchmark, task_type, task_length, split, metric)
FROM cell_value
JOIN run ON run.id = cell_value.run
JOIN benchmark ON benchmark.name = cell_value.benchmark
JOIN metric ON metric.name = cell_value.metric
LEFT JOIN model ON model.name = run.model;

-- The sources with scores of models on benchmarks, whatever study shows them.
CREATE TABLE scored_source AS
SELECT DISTINCT source
FROM cell
WHERE model IS NOT NULL AND task_type IS NULL AND task_length IS NULL AND unit NOT IN ('tokens', 'hours', 'seconds');

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

-- How many cells every source has of a metric and a benchmark, 0 where it only states a range.
CREATE TABLE metric_tally AS
SELECT study, source, metric, benchmark, sum(cells)::BIGINT AS cells
FROM (
    SELECT study, source, metric, benchmark, count(*) AS cells FROM cell GROUP BY ALL
    UNION ALL
    SELECT study, source, metric, benchmark, 0 FROM bound
)
GROUP BY ALL
ORDER BY ALL;
