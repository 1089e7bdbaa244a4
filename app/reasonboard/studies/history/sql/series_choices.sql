-- The configurations of the reader's runs: those with most runs first that were made last, then single runs. How far a training
-- is belongs to a curve: the last of its steps are enough here.
WITH counted AS (
    SELECT
        configuration, count(*) AS runs, max(made_at) AS last, arg_max(run, (made_at, run)) AS newest, any_value(model) AS model
    FROM event
    WHERE own AND run IN (SELECT run FROM measurement WHERE benchmark <> '(training)')
    GROUP BY configuration
    HAVING len($source) = 0 OR bool_or(list_contains($source, source))
),
named AS (
    SELECT
        counted.*, concat_ws(' · ', counted.model, nullif(model_run.line, '')) AS name
    FROM counted
    LEFT JOIN model_of_run ON model_of_run.run = newest
    LEFT JOIN model_run USING (number)
)
SELECT
    configuration AS value,
    name || CASE WHEN count(*) OVER (PARTITION BY name) > 1 THEN ' · ' || runs || CASE runs WHEN 1 THEN ' run, ' ELSE ' runs, ' END || strftime(last, '%Y-%m-%d') ELSE '' END
        || CASE WHEN count(*) OVER (PARTITION BY name, runs, last::DATE) > 1 THEN ' · ' || configuration ELSE '' END AS label
FROM named
ORDER BY runs > 2 DESC, runs > 1 DESC, last DESC, runs DESC, configuration
LIMIT 1000
