-- How much was loaded of each run.
CREATE TABLE loaded_count AS
SELECT
    key AS run, coalesce(measurements, 0) AS measurements, coalesce(missing, 0) AS missing,
    coalesce(samples, 0)::BIGINT AS samples
FROM loaded_run
LEFT JOIN (
    SELECT run AS key, count(*) AS measurements, count(*) - count(value) AS missing
    FROM loaded_measurement
    GROUP BY ALL
) USING (key)
LEFT JOIN (SELECT run AS key, sum(rows) AS samples FROM sample_part GROUP BY ALL) USING (key);
