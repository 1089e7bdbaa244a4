-- What the page of runs in time reads of the runs of all loads.

-- The runs that can be in a series: a step of a training is in none unless it was evaluated again, and most runs are such steps.
CREATE TEMP TABLE timed_run AS
WITH own_run AS (
    SELECT dated_run.*, step IS NOT NULL OR iteration IS NOT NULL AS is_step
    FROM dated_run
    JOIN run ON run.id = dated_run.run
    WHERE own
),
configured AS (
    SELECT run, configuration AS of_run, configuration, seed, is_step FROM own_run
    UNION
    SELECT run, own_run.configuration, task_configuration.configuration, seed, is_step
    FROM own_run
    JOIN task_configuration USING (run)
),
again AS (
    SELECT configuration
    FROM configured
    GROUP BY configuration
    HAVING NOT bool_and(is_step) OR count(*) > count(DISTINCT coalesce(seed, ''))
)
FROM own_run WHERE configuration IN (SELECT of_run FROM configured SEMI JOIN again USING (configuration));

DELETE FROM timed_benchmark WHERE run NOT IN (SELECT run FROM timed_run);

INSERT INTO timed_benchmark
WITH added AS (SELECT * FROM timed_run WHERE run NOT IN (SELECT run FROM timed_benchmark))
SELECT
    added.run, source, model, added.configuration, its.benchmark,
    coalesce(task_configuration.configuration, added.configuration), seed, is_step, made_at, loaded_at
FROM added
JOIN (
    SELECT DISTINCT run, benchmark FROM measurement WHERE benchmark <> '(training)' AND run IN (SELECT run FROM added)
) AS its ON its.run = added.run
LEFT JOIN task_configuration ON task_configuration.run = its.run AND task_configuration.benchmark = its.benchmark
ORDER BY model, its.benchmark, added.run;
