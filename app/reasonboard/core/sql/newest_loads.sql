-- The loads of the reader's own results, the newest first: the tools, how many runs and benchmarks, when, which studies show
-- them, and what the others lack of all their runs.
WITH loads AS (
    SELECT loaded_as, max(loaded_at) AS loaded_at
    FROM loaded_file
    GROUP BY loaded_as
),
scored AS (
    SELECT run, benchmark FROM stated_measurement
    UNION
    SELECT run, benchmark FROM sample_score
),
lacking AS (
    SELECT loaded_as, study, list_sort(list(DISTINCT missing)) AS missing
    FROM feed
    GROUP BY loaded_as, study
    HAVING NOT bool_or(shown)
),
lacking_of AS (
    SELECT loaded_as, map(list(study ORDER BY study), list(array_to_string(missing, '; ') ORDER BY study)) AS lacking
    FROM lacking
    GROUP BY loaded_as
)
SELECT
    loads.loaded_as AS name,
    loads.loaded_at,
    list_sort(list_distinct(list(tool))) AS tools,
    count(DISTINCT key) AS runs,
    count(DISTINCT scored.benchmark) AS benchmarks,
    (
        SELECT list(DISTINCT study ORDER BY study) FROM shown_source WHERE source = loads.loaded_as
    ) AS studies,
    any_value(lacking_of.lacking) AS lacking
FROM loads
JOIN listed_run ON listed_run.loaded_as = loads.loaded_as
LEFT JOIN scored ON scored.run = key
LEFT JOIN lacking_of ON lacking_of.loaded_as = loads.loaded_as
GROUP BY loads.loaded_as, loads.loaded_at
ORDER BY loads.loaded_at DESC, name
LIMIT 3
