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
    SELECT condition, seed FROM same_condition GROUP BY ALL HAVING min(key) < max(key)
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
-- All conditions of a run but its seed have one number, as has each take of them.
CREATE TEMP TABLE condition AS
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
),
rerun AS (
    SELECT repeated_run.run, rerun
    FROM repeated_run
    JOIN numbered_take AS its
        ON its.condition = repeated_run.condition AND its.age = repeated_run.age AND its.seed IS NOT DISTINCT FROM repeated_run.seed
)
SELECT
    run, source, seed, condition AS configured, coalesce(rerun, 0) AS rerun, made_at, loaded_at,
    dense_rank() OVER (ORDER BY condition, coalesce(rerun, 0)) AS condition,
    dense_rank() OVER (ORDER BY number_order(seed)) AS seed_place
FROM same_condition
LEFT JOIN rerun USING (run);

-- The known sizes of benchmarks for each metric that is a proportion, if no number of the source is out of another number of items.
CREATE TABLE listed_size AS
WITH counted AS (
    SELECT run.source, measurement.benchmark, metric, any_value(items) AS items, count(*) FILTER (n_items <> items) AS others
    FROM measurement
    JOIN run ON run.id = measurement.run
    JOIN benchmark ON benchmark.name = measurement.benchmark
    WHERE items IS NOT NULL AND NOT aggregate
    GROUP BY ALL
)
SELECT source, benchmark, metric, items
FROM (FROM counted QUALIFY sum(others) OVER (PARTITION BY source, benchmark) = 0)
WHERE metric IN (SELECT name FROM metric WHERE proportion)
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
    coalesce(n_items, whole_size(items, task_type, task_length, split, kind)) AS n,
    CASE WHEN n_items IS NOT NULL THEN 'source' WHEN n IS NOT NULL THEN 'catalogue' END AS "n from"
FROM plain_result
LEFT JOIN listed_size USING (source, benchmark, metric);

-- The numbers of runs. Where a source does not state the number of items, a proportion has the number of the catalogue: `n_listed`.
CREATE TEMP VIEW fact AS
SELECT
    measurement.* REPLACE (coalesce(n_items, whole_size(items, task_type, task_length, split, kind)) AS n_items),
    n_items IS NULL AND whole_size(items, task_type, task_length, split, kind) IS NOT NULL AS n_listed,
    condition.condition, seed, seed_place, made_at, condition.loaded_at,
    hash(condition.condition, measurement.benchmark, task_type, task_length, split, measurement.metric) AS place
FROM measurement
JOIN condition USING (run)
LEFT JOIN listed_size
    ON listed_size.source = condition.source AND listed_size.benchmark = measurement.benchmark
    AND listed_size.metric = measurement.metric
WHERE kind NOT IN ('bound_low', 'bound_high');

-- The places with more than one number are few: only they have to be brought together.
CREATE TEMP TABLE repeated AS
SELECT place, any_value(condition) AS condition FROM fact GROUP BY place HAVING count(*) > 1;

-- The runs with such a place, of a configuration that was run again, or with a number that is not as its cell is.
CREATE TEMP TABLE joint_run AS
SELECT run
FROM condition
WHERE condition IN (SELECT condition FROM repeated) OR configured IN (SELECT configured FROM condition WHERE rerun > 0)
    OR run IN (SELECT run FROM fact WHERE n_listed)
    OR run IN (SELECT run FROM measurement WHERE kind IN ('bound_low', 'bound_high'));

-- All others: each of their numbers is a cell, and is stored once.
CREATE TABLE single_number_run AS
SELECT run, source, (seed IS NOT NULL)::BIGINT AS n_seeds FROM condition WHERE run NOT IN (FROM joint_run) ORDER BY run;

CREATE VIEW single_number AS
SELECT
    run, benchmark, task_type, task_length, split, metric, value, NULL::DOUBLE AS seed_sd, n_seeds, false AS ambiguous,
    value AS low, value AS high, stderr, n_items, n_repeats, false AS n_listed, kind, [locator] AS locators,
    NULL::DOUBLE[] AS repeat_values, NULL::INTEGER[] AS repeat_runs, NULL::TEXT[] AS repeat_seeds, 1::INTEGER AS n_runs
FROM measurement
JOIN single_number_run USING (run);

-- The number of each run at such a place. Only the numbers of runs with seeds are averaged where a file gives several of a run:
-- else the most trusted is shown.
CREATE TEMP VIEW per_run AS
SELECT * EXCLUDE (located), list_transform(list_sort(located), lambda one: one.locator) AS locators
FROM (
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
        list({'kind': kind, 'locator': locator}) AS located, -- sorted afterwards: an ordered aggregate takes ten times as long
        (coalesce(any_value(made_at), '-infinity'), coalesce(any_value(loaded_at), '-infinity'), run) AS made,
        any_value(seed_place) AS seed_place
    FROM fact
    WHERE run IN (FROM joint_run) AND place IN (SELECT place FROM repeated)
    GROUP BY condition, benchmark, task_type, task_length, split, metric, seed, run
);

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
        list({'seed_place': seed_place, 'made': made, 'run': run, 'seed': seed, 'value': value, 'locators': locators}) AS repeats
    FROM per_run
    GROUP BY condition, benchmark, task_type, task_length, split, metric, seed
),
per_place AS (
    SELECT
        CASE WHEN count(seed) > 0 THEN min(run) ELSE any_value(run) END AS run, benchmark, task_type, task_length, split, metric,
        avg(mean) AS value,
        CASE WHEN count(seed) > 1 THEN stddev_samp(mean) END AS seed_sd,
        count(seed) AS n_seeds,
        bool_or(ambiguous) AS ambiguous,
        min(low) AS low,
        max(high) AS high,
        any_value(stderr) AS stderr,
        min(n_items) AS n_items,
        min(n_repeats) AS n_repeats,
        bool_or(n_listed) AS n_listed,
        min(kind) AS kind,
        list_sort(flatten(list(repeats))) AS repeats
    FROM per_seed
    GROUP BY condition, benchmark, task_type, task_length, split, metric
)
SELECT
    * EXCLUDE (repeats) REPLACE (CASE WHEN len(repeats) = 1 THEN stderr END AS stderr),
    flatten(list_transform(repeats, lambda one: one.locators)) AS locators,
    CASE WHEN len(repeats) > 1 THEN list_transform(repeats, lambda one: one.value) END AS repeat_values,
    CASE WHEN len(repeats) > 1 THEN list_transform(repeats, lambda one: one.run) END AS repeat_runs,
    CASE WHEN n_seeds > 1 THEN list_transform(repeats, lambda one: one.seed) END AS repeat_seeds
FROM per_place
UNION ALL
SELECT
    run, benchmark, task_type, task_length, split, metric, value, NULL, CASE WHEN seed IS NULL THEN 0 ELSE 1 END,
    false, value, value, stderr, n_items, n_repeats, n_listed, kind, [locator], NULL, NULL, NULL
FROM fact
WHERE run IN (FROM joint_run) AND place NOT IN (SELECT place FROM repeated);

-- The numbers of configurations that were run again: the newest of the same place is `older` 0. `n_runs`: by how many runs it was measured.
CREATE TEMP TABLE measured_again (
    run INTEGER, benchmark TEXT, task_type TEXT, task_length INTEGER, split TEXT, metric TEXT, older BIGINT, n_runs BIGINT
);

SELECT EXISTS (FROM condition WHERE rerun > 0);

INSERT INTO measured_again
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
