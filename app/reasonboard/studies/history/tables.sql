-- Each benchmark of the reader's runs with its configuration: what was evaluated besides does not belong to it. `of_run` is that
-- of the whole run.
CREATE TABLE timed_benchmark AS
SELECT
    dated_run.run, dated_run.source, dated_run.model, dated_run.configuration AS of_run, its.benchmark,
    coalesce(task_configuration.configuration, dated_run.configuration) AS configuration, dated_run.seed,
    step IS NOT NULL OR iteration IS NOT NULL AS is_step, made_at, loaded_at
FROM dated_run
JOIN run ON run.id = dated_run.run
JOIN (SELECT DISTINCT run, benchmark FROM measurement WHERE benchmark <> '(training)') AS its ON its.run = dated_run.run
LEFT JOIN task_configuration ON task_configuration.run = its.run AND task_configuration.benchmark = its.benchmark
WHERE own
ORDER BY dated_run.model, its.benchmark, dated_run.run;
