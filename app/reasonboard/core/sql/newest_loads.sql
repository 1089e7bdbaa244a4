-- The loads of the reader's own results, the newest first: the tools, how many runs and benchmarks, when, and which
-- studies show them.
WITH loads AS (
    SELECT loaded_as, max(loaded_at) AS loaded_at
    FROM loaded_file
    GROUP BY loaded_as
),
shown AS (
    SELECT loaded_as, list(DISTINCT study ORDER BY study) AS studies
    FROM feed
    WHERE shown
    GROUP BY loaded_as
)
SELECT
    loads.loaded_as AS name,
    loads.loaded_at,
    list_sort(list_distinct(list(loaded_run.tool))) AS tools,
    count(DISTINCT loaded_run.key) AS runs,
    count(DISTINCT loaded_measurement.benchmark) AS benchmarks,
    any_value(shown.studies) AS studies
FROM loads
JOIN loaded_run ON loaded_run.loaded_as = loads.loaded_as
LEFT JOIN loaded_measurement ON loaded_measurement.run = loaded_run.key
LEFT JOIN shown ON shown.loaded_as = loads.loaded_as
GROUP BY loads.loaded_as, loads.loaded_at
ORDER BY loads.loaded_at DESC, name
LIMIT 3
