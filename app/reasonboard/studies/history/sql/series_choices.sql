-- The pages of the reader's runs: first those with enough runs, the last made first. Of configurations of whole runs with the same
-- series the first made names the page; one whose series all stand on another page has none of its own.
WITH beside AS MATERIALIZED (FROM series_beside('')),
had AS (
    SELECT of_run, any_value(model) AS model, min(made_at) AS first, arg_max(run, (made_at, run)) AS newest
    FROM timed_benchmark
    GROUP BY of_run
),
shown AS (
    SELECT of_run, list_sort(list(benchmark || ' ' || configuration)) AS series FROM beside GROUP BY of_run
),
page AS (
    SELECT model, series, arg_min(of_run, (coalesce(first, '-infinity'), of_run)) AS of_run
    FROM shown
    JOIN had USING (of_run)
    GROUP BY model, series
),
paged AS (SELECT beside.* FROM beside SEMI JOIN page USING (of_run)),
-- A page with a series that no other has is on no other: most are, where a setting differs on every night.
alone AS (
    SELECT of_run FROM paged QUALIFY count(*) OVER (PARTITION BY benchmark, configuration) = 1
),
counted AS (
    SELECT of_run, benchmark, configuration, count(*) AS runs, max(made_at) AS last
    FROM paged
    JOIN (SELECT source, benchmark, configuration, made_at FROM timed_benchmark) USING (benchmark, configuration)
    WHERE is_chosen($source, source) AND of_run NOT IN (
        SELECT one.of_run
        FROM (FROM page WHERE of_run NOT IN (FROM alone)) AS one
        JOIN page AS other
            ON other.model = one.model AND len(other.series) > len(one.series) AND list_has_all(other.series, one.series)
    )
    GROUP BY of_run, benchmark, configuration
),
named AS (
    SELECT
        summed.*,
        -- Not when its newest run was made: that is for runs of one model beside each other.
        concat_ws(' · ', had.model, nullif(regexp_replace(model_run.line, '( · )?(run|file) of [0-9][^·]*', ''), '')) AS name
    FROM (
        SELECT of_run AS configuration, max(runs) AS runs, sum(runs) AS measured, max(last) AS last
        FROM counted
        GROUP BY of_run
    ) AS summed
    JOIN had ON of_run = configuration
    LEFT JOIN model_of_run ON model_of_run.run = newest
    LEFT JOIN model_run USING (number)
)
SELECT
    configuration AS value,
    name || CASE WHEN count(*) OVER (PARTITION BY name) > 1 THEN ' · ' || runs || CASE runs WHEN 1 THEN ' run, ' ELSE ' runs, ' END || strftime(last, '%Y-%m-%d') ELSE '' END
        || CASE WHEN count(*) OVER (PARTITION BY name, runs, last::DATE) > 1 THEN ' · ' || configuration ELSE '' END AS label
FROM named
ORDER BY runs > 2 DESC, runs > 1 DESC, last DESC, measured DESC, configuration
LIMIT 1000
