-- The configuration of a run for each of its benchmarks, where its file states settings of single tasks: `temperature[gsm8k]`.
-- What else was evaluated in the same start does not belong to it.

CREATE TEMP TABLE tasked_setting AS
WITH settings_of AS (SELECT hash(configuration) AS stated, any_value(configuration) AS settings FROM numbered GROUP BY ALL)
SELECT stated, setting_name(one."key") AS name, setting_task(one."key") AS task, one."value" AS value
FROM (SELECT stated, unnest(settings) AS one FROM settings_of)
QUALIFY count(task) OVER (PARTITION BY stated) > 0;

SELECT EXISTS (FROM tasked_setting);

CREATE TEMP TABLE tasked_run AS
SELECT run, benchmark.name AS benchmark, benchmark.aggregate, stated, list_sort(list(DISTINCT coalesce(benchmark_written, benchmark))) AS names
FROM measurement
JOIN (SELECT id AS run, hash(configuration) AS stated FROM numbered) USING (run)
JOIN benchmark ON benchmark.name = measurement.benchmark
WHERE stated IN (SELECT stated FROM tasked_setting)
GROUP BY ALL;

-- The tasks whose settings count for a benchmark, by the names that its file has for it: its own, or of a mean over tasks those
-- of its parts (`mmlu_law` for `mmlu`, but not `mmlu_pro`, which the catalogue knows as another benchmark, nor parts of that).
-- Where no name says which these are, a mean has the settings of all tasks.
CREATE TEMP TABLE counting_task AS
WITH task AS (SELECT DISTINCT stated, task FROM tasked_setting WHERE task IS NOT NULL),
known AS (SELECT DISTINCT raw, name FROM loaded_benchmark_name WHERE listed),
known_task AS (
    SELECT task, list({'raw': raw, 'name': name}) AS known
    FROM (SELECT DISTINCT task FROM task)
    JOIN known ON task = raw OR starts_with(task, raw || '_')
    GROUP BY task
),
named AS (
    SELECT
        of_run.*, task.task,
        list_contains(names, task.task) OR list_contains(list_transform(names, lambda name: task_of_part(name)), task.task) AS is_own,
        list_filter(names, lambda name: starts_with(task.task, name || '_')) AS begins,
        len(begins) > 0 AND len(list_filter(
            coalesce(known, []), lambda one: one.name <> benchmark AND len(one.raw) > list_min(list_transform(begins, lambda name: len(name)))
        )) = 0 AS is_part
    FROM (SELECT DISTINCT stated, benchmark, names, aggregate FROM tasked_run) AS of_run
    JOIN task ON task.stated = of_run.stated
    LEFT JOIN known_task ON known_task.task = task.task
),
judged AS (
    SELECT *, is_own OR (is_part AND (aggregate OR NOT bool_or(is_own) OVER (PARTITION BY stated, benchmark, names))) AS counts
    FROM named
)
FROM judged
QUALIFY counts OR (aggregate AND NOT bool_or(counts) OVER (PARTITION BY stated, benchmark, names));

-- Their settings as a file of these tasks alone has them, as entries in the order of their names.
CREATE TEMP TABLE resolved_settings AS
WITH counting AS (
    SELECT of_run.*, name, task, value
    FROM (SELECT DISTINCT stated, benchmark, names FROM tasked_run) AS of_run
    JOIN tasked_setting AS setting ON setting.stated = of_run.stated
    WHERE task IS NULL OR (of_run.stated, benchmark, names, task) IN (SELECT (stated, benchmark, names, task) FROM counting_task)
),
resolved AS (
    SELECT
        stated, benchmark, names, name,
        coalesce(
            string_agg(DISTINCT value, ' | ' ORDER BY value) FILTER (task IS NOT NULL),
            any_value(value) FILTER (task IS NULL)
        ) AS value
    FROM counting
    GROUP BY ALL
)
SELECT stated, benchmark, names, list({'key': name, 'value': value} ORDER BY name) AS settings
FROM resolved
GROUP BY ALL;

INSERT INTO task_configuration
SELECT
    run, tasked_run.benchmark,
    configuration_digest(coalesce(of_model, model), written, conditions_of(numbered), progressed_to, resolved_settings.settings)
FROM tasked_run
JOIN numbered ON numbered.id = run
JOIN (SELECT key, progress AS progressed_to FROM loaded_run) USING (key)
LEFT JOIN resolved_settings
    ON resolved_settings.stated = tasked_run.stated AND resolved_settings.names = tasked_run.names
    AND resolved_settings.benchmark = tasked_run.benchmark
ORDER BY ALL;
