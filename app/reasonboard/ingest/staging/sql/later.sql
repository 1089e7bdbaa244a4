-- What was logged later counts: of two numbers of a place the one that stands further down or in a file that is read later, and
-- it over what is loaded. A number counts over none. What is loaded already is not staged any more.
CREATE TEMP TABLE beaten AS
SELECT rowid AS place, value IS NOT NULL AND latest IS NOT NULL AS differs
FROM (
    SELECT rowid, value, first_value(value) OVER same_place AS latest
    FROM staged_loaded_measurement
    WINDOW same_place AS (
        PARTITION BY run, benchmark, metric, task_type, task_length, split ORDER BY value IS NULL, rowid DESC
    )
)
WHERE value IS DISTINCT FROM latest;

CREATE TEMP TABLE number_again AS
SELECT
    loaded.rowid AS place,
    staged.rowid AS staged,
    staged.value <> loaded.value AS differs,
    staged.value <> loaded.value OR staged.stderr <> loaded.stderr OR staged.n_items <> loaded.n_items
        OR staged.n_repeats <> loaded.n_repeats AS replaces,
    coalesce(staged.value, loaded.value) IS NOT DISTINCT FROM loaded.value
        AND coalesce(staged.stderr, loaded.stderr) IS NOT DISTINCT FROM loaded.stderr
        AND coalesce(staged.n_items, loaded.n_items) IS NOT DISTINCT FROM loaded.n_items
        AND coalesce(staged.n_repeats, loaded.n_repeats) IS NOT DISTINCT FROM loaded.n_repeats AS is_known
FROM staged_loaded_measurement AS staged
JOIN loaded_measurement AS loaded
    ON loaded.run = staged.run AND loaded.benchmark = staged.benchmark AND loaded.metric = staged.metric
    AND loaded.task_type IS NOT DISTINCT FROM staged.task_type
    AND loaded.task_length IS NOT DISTINCT FROM staged.task_length
    AND loaded.split IS NOT DISTINCT FROM staged.split
WHERE staged.rowid NOT IN (SELECT place FROM beaten);

CREATE TEMP TABLE logged_again AS
SELECT DISTINCT sha256, run, benchmark, metric, task_type, task_length, split
FROM staged_loaded_measurement
WHERE rowid IN (SELECT place FROM beaten WHERE differs UNION SELECT staged FROM number_again WHERE differs);

-- Another value comes with its own error and number of items.
DELETE FROM loaded_measurement WHERE rowid IN (SELECT place FROM number_again WHERE replaces);

DELETE FROM staged_loaded_measurement
WHERE rowid IN (SELECT place FROM beaten UNION SELECT staged FROM number_again WHERE is_known);

-- Answers are staged with those of the same run by the same metric that are loaded already.
DELETE FROM sample_part
WHERE (run, benchmark, metric) IN (SELECT (run, benchmark, metric) FROM staged_sample);

DELETE FROM staged_loaded_run
USING loaded_run
WHERE loaded_run.key = staged_loaded_run.key AND loaded_run.status IS NOT DISTINCT FROM staged_loaded_run.status
    AND staged_loaded_run.key NOT IN (SELECT run FROM staged_loaded_measurement UNION SELECT run FROM staged_sample);

UPDATE loaded_run SET status = staged.status
FROM staged_loaded_run AS staged
WHERE staged.key = loaded_run.key AND staged.status IS DISTINCT FROM loaded_run.status;
