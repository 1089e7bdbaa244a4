-- How much is loaded, and how much of it is of touched loads.
SELECT
    coalesce(sum(measurements + samples), 0)::BIGINT,
    coalesce(sum(measurements + samples) FILTER (loaded_as IN (FROM touched_source)), 0)::BIGINT
FROM loaded_count
JOIN loaded_run ON key = run
