-- The values that can be compared between sources; the script of a study adds what its ranges and curves can be compared
-- by. `comparable_result` and `comparable_cell` are those of the benchmarks and metrics of the sources that are new or
-- changed (`touched_source`): all, in a snapshot that is made anew.
CREATE TEMP TABLE usual AS
-- A number of samples that a source does not print is taken to be the one that most bundled numbers of its study have:
-- the tables and the figures of a paper show the same condition.
SELECT study, arg_max(train_samples, (numbers, train_samples)) AS samples
FROM (
    SELECT study, train_samples, count(*) AS numbers
    FROM measurement
    JOIN run ON run.id = measurement.run
    JOIN source ON source.id = run.source AND source.rank <= 1000
    WHERE train_samples IS NOT NULL
    GROUP BY ALL
)
GROUP BY study;

CREATE TEMP VIEW value_of AS
SELECT
    study, source, benchmark, metric, unit, value, kind, locator, of_seeds,
    concat_ws(
        ', ', model, method, split, selector, benchmark, task_type,
        'length ' || task_length,
        coalesce('step ' || step, 'progress ' || progress),
        'iteration ' || iteration,
        coalesce(train_samples, samples) || ' samples',
        'window ' || kv_window,
        'ratio ' || kv_ratio
    ) AS place
FROM (
    SELECT
        study, source, benchmark, metric, unit, value, kind, locator, model, method, split, selector,
        task_type, task_length, step, progress, iteration, train_samples, kv_window, kv_ratio, false AS of_seeds
    FROM comparable_result
    WHERE kind NOT IN ('bound_low', 'bound_high') AND seed IS NULL
    UNION ALL BY NAME
    -- Over seeds only the mean stands for the source.
    SELECT
        study, source, benchmark, metric, unit, value, kind,
        'mean of ' || n_seeds || ' seeds: ' || array_to_string(locators, '; ') AS locator,
        model, method, split, selector,
        task_type, task_length, step, progress, iteration, train_samples, kv_window, kv_ratio, true AS of_seeds
    FROM comparable_cell
    WHERE n_seeds > 0
)
LEFT JOIN usual USING (study);

-- The ends of ranges that sources state in words.
CREATE TEMP VIEW range_end AS
SELECT study, source, benchmark, metric, unit, low AS value, 'bound_low' AS kind, locators[1] AS locator,
    benchmark || ', lowest' AS place
FROM comparable_bound
WHERE low IS NOT NULL
UNION ALL
SELECT study, source, benchmark, metric, unit, high, 'bound_high', locators[1], benchmark || ', highest'
FROM comparable_bound
WHERE high IS NOT NULL;

-- Most places have one value: they are left out before anything is compared.
CREATE TEMP TABLE crowded AS
SELECT hash(study, metric, place) AS place FROM value_of GROUP BY ALL HAVING count(*) > 1;

CREATE TEMP TABLE given_value AS
SELECT * FROM value_of WHERE hash(study, metric, place) IN (SELECT place FROM crowded);
