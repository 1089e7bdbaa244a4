-- The values that can be compared between sources; the script of a study adds what its ranges and curves can be compared
-- by. `comparable_result` and `comparable_cell` are those of the benchmarks and metrics of the sources that are new or
-- changed (`touched_source`).
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

-- The conditions of a number but how far a training is, as a phrase: numbers of the same place have the same. Sources do
-- not print the size of a selector.
CREATE TEMP MACRO line_words(one) AS concat_ws(
    ', ', one.model, line_conditions(one), one.split, one.benchmark, one.task_type, 'length ' || one.task_length
);
CREATE TEMP MACRO place_words(one) AS concat_ws(
    ', ', line_words(one), coalesce('step ' || one.step, 'progress ' || one.progress), 'iteration ' || one.iteration
);
CREATE TEMP MACRO as_printed(numbers) AS TABLE
SELECT
    one.* REPLACE (coalesce(train_samples, samples) AS train_samples, CASE WHEN own THEN selector_params_b END AS selector_params_b),
    own
FROM query_table(numbers) AS one
JOIN own_source USING (source)
LEFT JOIN usual ON usual.study = one.study AND NOT own;

-- Of own numbers those alone whose run states no settings: a source that states none may have had others. Of a run that was made
-- again the newest counts, with its repeats.
CREATE TEMP VIEW value_of AS
SELECT study, source, own, benchmark, metric, unit, value, kind, locator, false AS of_seeds, place_words(one) AS place
FROM as_printed('comparable_result') AS one
WHERE kind NOT IN ('bound_low', 'bound_high') AND seed IS NULL AND NOT own
UNION ALL BY NAME
-- Over seeds and repeats only the mean represents the source.
SELECT
    study, source, own, benchmark, metric, unit, value, kind,
    CASE WHEN n_seeds > 0 THEN 'mean of ' || n_seeds || ' seeds: ' WHEN repeat_runs IS NOT NULL THEN 'mean of '
        || len(repeat_runs) || ' runs: ' ELSE '' END || array_to_string(locators, '; ') AS locator,
    n_seeds > 0 AS of_seeds, place_words(one) AS place
FROM as_printed('comparable_cell') AS one
WHERE (n_seeds > 0 OR own) AND (NOT own OR coalesce(cardinality(settings), 0) = 0);

-- The ends of ranges that sources state in words.
CREATE TEMP VIEW range_end AS
SELECT study, source, own, benchmark, metric, unit, low AS value, 'bound_low' AS kind, locators[1] AS locator,
    concat_ws(', ', model, benchmark, 'lowest') AS place
FROM comparable_bound
JOIN own_source USING (source)
WHERE low IS NOT NULL
UNION ALL
SELECT study, source, own, benchmark, metric, unit, high, 'bound_high', locators[1], concat_ws(', ', model, benchmark, 'highest')
FROM comparable_bound
JOIN own_source USING (source)
WHERE high IS NOT NULL;

-- Most places have one value, or values of own runs alone: they are left out before anything is compared.
CREATE TEMP TABLE crowded AS
SELECT hash(study, metric, place) AS place FROM value_of GROUP BY ALL HAVING count(*) > 1 AND NOT bool_and(own);

CREATE TEMP TABLE given_value AS
SELECT * FROM value_of WHERE hash(study, metric, place) IN (SELECT place FROM crowded);
