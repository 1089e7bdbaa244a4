-- How much is loaded before the staged rows are added, and room for what they add to numbers that are.
CREATE TEMP TABLE before AS
SELECT
    (SELECT count(*) FROM loaded_run) AS runs,
    (SELECT count(*) FROM loaded_measurement) AS measurements,
    (SELECT coalesce(max(rowid), -1) FROM loaded_measurement) AS last_place,
    (SELECT coalesce(sum(rows), 0) FROM sample_part SEMI JOIN loaded_run ON key = run) AS samples;

CREATE TEMP TABLE completion (
    place BIGINT, earlier BOOLEAN, value DOUBLE, stderr DOUBLE, n_items INTEGER, n_repeats INTEGER, sha256 TEXT, locator TEXT
);

-- The numbers of the staged runs, staged and loaded before: two of one place can contradict each other. A publisher merges
-- one load after the other and drops the tables of each, so the view may be there.
CREATE OR REPLACE TEMP VIEW number_of_staged_run AS
SELECT run, benchmark, metric, task_type, task_length, split, value, n_items, sha256, locator, true AS staged
FROM staged_loaded_measurement
UNION ALL
SELECT run, benchmark, metric, task_type, task_length, split, value, n_items, sha256, locator, false
FROM loaded_measurement
WHERE run IN (SELECT key FROM staged_loaded_run);
