-- Of the staged rows: the studies that show them, the one with most of their scores first, the names of their runs whose file names no model, the means over
-- benchmarks that are no main scores, as there are others, whether their runs are at several steps that no study draws,
-- whether they have more scores than a study shows, and the dates of runs that cannot be read or are later than now.
WITH shown AS MATERIALIZED (
    SELECT study, bool_or(by_step) AS by_step, sum(scores) AS scores
    FROM shown_load
    WHERE source IN (SELECT loaded_as FROM staged_loaded_run)
    GROUP BY study
)
SELECT
    (SELECT coalesce(list(study ORDER BY scores DESC, study NOT IN (SELECT study FROM feed), study), []) FROM shown),
    (SELECT coalesce(list(DISTINCT model ORDER BY model), []) FROM loaded_name
     WHERE name_from LIKE 'no file%' AND run IN (SELECT key FROM staged_loaded_run)),
    (SELECT coalesce(list(name ORDER BY name) FILTER (aggregate AND NOT only_aggregates), []) FROM (
        SELECT name, aggregate, bool_and(aggregate) OVER () AS only_aggregates
        FROM benchmark
        WHERE name IN (
            SELECT name FROM loaded_benchmark_name
            WHERE (loaded_as, raw) IN (
                SELECT (loaded_as, benchmark) FROM loaded_measurement JOIN loaded_run ON key = run
                WHERE run IN (SELECT key FROM staged_loaded_run)
            )
        )
    )),
    (SELECT count(DISTINCT step) > 1 FROM staged_loaded_run)
    AND NOT EXISTS (FROM shown WHERE by_step),
    (SELECT count(*) FROM staged_loaded_measurement) > (SELECT coalesce(max(scores), 0) FROM shown),
    (SELECT coalesce(list(DISTINCT date ORDER BY date), []) FROM loaded_run
     WHERE key IN (SELECT key FROM staged_loaded_run) AND utc(date) IS NULL AND date IS NOT NULL),
    (SELECT coalesce(list(DISTINCT date ORDER BY date), []) FROM loaded_run
     WHERE key IN (SELECT key FROM staged_loaded_run) AND utc(date) > utc(now()::TEXT) + INTERVAL 1 DAY)
