-- What the staged rows added: new runs, measurements and samples, earlier numbers of which more is known now, all
-- runs that they are of and the studies that show them.
SELECT
    (SELECT count(*) FROM loaded_run) - before.runs AS new_runs,
    (SELECT count(*) FROM loaded_measurement) - before.measurements AS measurements,
    (SELECT count(*) FROM sample) - before.samples AS samples,
    (SELECT count(*) FROM completion WHERE earlier) AS completed,
    (SELECT count(*) FROM loaded_run WHERE key IN (SELECT key FROM staged_loaded_run)) AS runs,
    (SELECT coalesce(list(DISTINCT study ORDER BY study), []) FROM feed
     WHERE shown AND run IN (SELECT key FROM staged_loaded_run)) AS studies
FROM before
