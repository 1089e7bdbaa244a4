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
