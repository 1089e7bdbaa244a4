-- How much is loaded before the staged rows are added; `completed` counts the numbers of which these say more.
CREATE TEMP TABLE before AS
SELECT
    0::BIGINT AS completed,
    (SELECT count(*) FROM loaded_run) AS runs,
    (SELECT count(*) FROM loaded_measurement) AS measurements,
    (SELECT coalesce(max(rowid), -1) FROM loaded_measurement) AS last_place,
    (SELECT coalesce(sum(rows), 0) FROM sample_part SEMI JOIN loaded_run ON key = run) AS samples
