-- The configurations of the reader's runs: first those with enough runs, the last made first. A step of a training belongs to its
-- curve, and seeds to a recipe: such a run is in no series unless it was evaluated again.
WITH counted AS (
    SELECT
        event.configuration, count(*) AS runs, max(made_at) AS last, arg_max(event.run, (made_at, event.run)) AS newest,
        any_value(event.model) AS model
    FROM event
    JOIN run ON run.id = event.run
    WHERE own AND (len($source) = 0 OR list_contains($source, event.source)) AND event.run IN (SELECT run FROM measurement WHERE benchmark <> '(training)')
    GROUP BY event.configuration
    HAVING bool_and(step IS NULL AND iteration IS NULL) OR count(*) > count(DISTINCT coalesce(event.seed, ''))
),
named AS (
    SELECT
        counted.*,
        -- Not when its newest run was made: that is for runs of one model beside each other.
        concat_ws(' · ', counted.model, nullif(regexp_replace(model_run.line, '( · )?(run|file) of [0-9][^·]*', ''), '')) AS name
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
