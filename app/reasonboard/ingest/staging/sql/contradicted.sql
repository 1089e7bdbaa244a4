-- Sets aside the pushed numbers that contradict an earlier one of the same run and place: one of another load, or of a run that
-- states no step. (What the same load says later of a step counts, see later.sql.) Gives a row for each file that has some.
CREATE OR REPLACE TEMP TABLE contradicted AS
WITH number AS (
    SELECT
        number.rowid AS place, number.*, file.path, file.loaded_as, run.raw_model AS model,
        run.step IS NULL AND run.iteration IS NULL AND run.progress IS NULL AS has_no_step
    FROM staged_loaded_measurement AS number
    JOIN (FROM staged_loaded_file SEMI JOIN pushed_file USING (sha256)) AS file USING (sha256)
    JOIN staged_loaded_run AS run ON run.key = number.run
    WHERE value IS NOT NULL
),
earlier AS (
    SELECT
        number.*,
        coalesce(loaded.value, first_value(number.value) OVER same_place) AS earlier_value,
        coalesce(loaded_run.loaded_as, first_value(number.loaded_as) OVER same_place) AS earlier_load
    FROM number
    LEFT JOIN loaded_measurement AS loaded
        ON loaded.run = number.run AND loaded.benchmark = number.benchmark AND loaded.metric = number.metric
        AND loaded.task_type IS NOT DISTINCT FROM number.task_type
        AND loaded.task_length IS NOT DISTINCT FROM number.task_length
        AND loaded.split IS NOT DISTINCT FROM number.split
    LEFT JOIN loaded_run ON loaded_run.key = loaded.run
    WINDOW same_place AS (
        PARTITION BY number.run, number.benchmark, number.metric, number.task_type, number.task_length, number.split
        ORDER BY number.place
    )
)
SELECT
    place, path, CAST(regexp_extract(locator, '^row (\d+)', 1) AS INTEGER) AS line,
    format(
        '{}:{}: {} of {} of {:.60} is {:g}, and {:g} before in {} (expected {})',
        path, line, metric, benchmark, model, value, earlier_value, earlier_load,
        CASE WHEN loaded_as = earlier_load THEN 'one number for a run: state the step of each' ELSE 'one load for a run, or another model' END
    ) AS reason
FROM earlier
WHERE value <> earlier_value AND (has_no_step OR loaded_as <> earlier_load);

DELETE FROM staged_loaded_measurement WHERE rowid IN (SELECT place FROM contradicted);

SELECT path, count(DISTINCT line), list(reason ORDER BY line, place)[1:$shown] FROM contradicted GROUP BY path ORDER BY path;
