-- The loads with the keys of their runs.
SELECT loaded_as AS name, list(key) AS runs FROM listed_run GROUP BY loaded_as ORDER BY loaded_as
