-- The loads of the reader's own results, the newest first: the tools, how many runs and benchmarks, when, which studies show
-- them, and what the others lack of all their runs.
WITH loads AS (
    SELECT loaded_as, max(loaded_at) AS loaded_at
    FROM loaded_file
    GROUP BY loaded_as
),
fed AS (
    SELECT loaded_as, study, bool_or(shown) AS shown, list_sort(list(DISTINCT missing)) AS missing
    FROM feed
    GROUP BY loaded_as, study
),
told AS (
    SELECT
        loaded_as,
        list(study ORDER BY study) FILTER (shown) AS studies,
        map(
            list(study ORDER BY study) FILTER (NOT shown),
            list(array_to_string(missing, '; ') ORDER BY study) FILTER (NOT shown)
        ) AS lacking
    FROM fed
    GROUP BY loaded_as
)
SELECT
    loads.loaded_as AS name,
    loads.loaded_at,
    list_sort(list_distinct(list(loaded_run.tool))) AS tools,
    count(DISTINCT loaded_run.key) AS runs,
    count(DISTINCT loaded_measurement.benchmark) AS benchmarks,
    any_value(told.studies) AS studies,
    any_value(told.lacking) AS lacking
FROM loads
JOIN loaded_run ON loaded_run.loaded_as = loads.loaded_as
LEFT JOIN loaded_measurement ON loaded_measurement.run = loaded_run.key
LEFT JOIN told ON told.loaded_as = loads.loaded_as
GROUP BY loads.loaded_as, loads.loaded_at
ORDER BY loads.loaded_at DESC, name
LIMIT 3
