-- How many numbers are loaded, and how many of them are of touched loads.
SELECT
    coalesce(sum(measurements), 0)::BIGINT,
    coalesce(sum(measurements) FILTER (loaded_as IN (FROM touched_source)), 0)::BIGINT
FROM loaded_summary
JOIN loaded_run ON key = run
