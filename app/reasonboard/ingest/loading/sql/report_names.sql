-- Of the staged rows, by what the names are: the studies that show them, the one with most of their scores first, the names of their
-- runs whose file names no model, the means over benchmarks that are no main scores, as there are others, the dates of runs that
-- cannot be read or are later than now; the steps of their runs, if there are several and no study draws them, and a row if
-- they have more $numbers than a study shows. A row each: to plan them as columns takes several times as long.
WITH shown AS MATERIALIZED (
    SELECT study, takes_all, bool_or(by_step) AS by_step, sum(scores) AS scores
    FROM shown_load
    WHERE source IN (SELECT loaded_as FROM staged_loaded_run)
    GROUP BY ALL
),
loaded AS (SELECT key, loaded_as, model, date FROM loaded_run WHERE key IN (SELECT key FROM staged_loaded_run))
SELECT 'studies', list(study ORDER BY scores DESC, takes_all, study) FROM shown
UNION ALL
SELECT 'unnamed', list(DISTINCT model ORDER BY model)
FROM loaded_summary
SEMI JOIN loaded ON key = run
WHERE name_from LIKE 'no file%'
UNION ALL
SELECT 'means', list(name ORDER BY name) FILTER (aggregate AND NOT only_aggregates)
FROM (
    SELECT name, aggregate, bool_and(aggregate) OVER () AS only_aggregates
    FROM benchmark
    WHERE name IN (
        SELECT name FROM loaded_benchmark_name
        WHERE (loaded_as, raw) IN (SELECT (loaded_as, benchmark) FROM loaded_measurement JOIN loaded ON key = run)
    )
)
UNION ALL
SELECT 'steps', list(DISTINCT step::TEXT)
FROM staged_loaded_run
WHERE NOT EXISTS (FROM shown WHERE by_step)
HAVING count(DISTINCT step) > 1
UNION ALL
SELECT 'more', [] WHERE $numbers > (SELECT coalesce(max(scores), 0) FROM shown)
UNION ALL
SELECT 'unread dates', list(DISTINCT date ORDER BY date) FROM loaded WHERE utc(date) IS NULL AND date IS NOT NULL
UNION ALL
SELECT 'future dates', list(DISTINCT date ORDER BY date) FROM loaded WHERE utc(date) > utc(now()::TEXT) + INTERVAL 1 DAY
