-- A metric has one unit. One that the catalogue has not, and that is staged in another unit than it is loaded in, or than
-- most of what is staged of it, is another metric: its name says its unit, for a run that is called so for good. A row for
-- each new one, as a line of the report.
CREATE OR REPLACE TEMP TABLE staged_metric AS
SELECT metric, unit, count(*) AS numbers
FROM (
    SELECT metric, unit FROM staged_loaded_measurement
    UNION ALL
    SELECT metric, unit FROM (SELECT DISTINCT run, benchmark, metric, unit FROM staged_sample)
)
WHERE metric NOT IN (SELECT name FROM metric WHERE name NOT IN (SELECT name FROM loaded_metric_name))
GROUP BY ALL;

SELECT EXISTS (FROM staged_metric);

CREATE OR REPLACE TEMP TABLE renamed_metric AS
WITH staged AS (FROM staged_metric),
loaded AS (
    SELECT metric, unit, count(*) AS numbers
    FROM current_measurement
    WHERE metric IN (SELECT metric FROM staged) AND run NOT IN (SELECT key FROM staged_loaded_run)
    GROUP BY ALL
),
usual AS (
    SELECT metric, arg_min(unit, (is_staged, -numbers, unit)) AS unit
    FROM (
        SELECT metric, unit, numbers, false AS is_staged FROM loaded
        UNION ALL
        SELECT metric, unit, numbers, true FROM staged
    )
    GROUP BY metric
)
SELECT metric, staged.unit, metric || ' (' || staged.unit || ')' AS name, usual.unit AS usual
FROM staged
JOIN usual USING (metric)
WHERE staged.unit <> usual.unit OR metric || ' (' || staged.unit || ')' IN (
    SELECT metric FROM loaded_measurement WHERE run IN (SELECT key FROM staged_loaded_run)
);

UPDATE staged_loaded_measurement SET metric = name
FROM renamed_metric
WHERE renamed_metric.metric = staged_loaded_measurement.metric AND renamed_metric.unit = staged_loaded_measurement.unit;

UPDATE staged_sample SET metric = name
FROM renamed_metric
WHERE renamed_metric.metric = staged_sample.metric AND renamed_metric.unit = staged_sample.unit;

SELECT format('{} is in the unit {} here and {} elsewhere: loaded as {}', metric, unit, usual, name)
FROM renamed_metric
WHERE unit <> usual
ORDER BY ALL;
