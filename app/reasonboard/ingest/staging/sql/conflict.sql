-- The numbers of the staged runs, staged and loaded before: two of one place can contradict each other. A publisher merges
-- one load after the other and drops the tables of each, so the view may be there.
CREATE OR REPLACE TEMP VIEW number_of_staged_run AS
SELECT run, benchmark, metric, task_type, task_length, split, value, n_items, sha256, locator, true AS staged
FROM staged_loaded_measurement
UNION ALL
SELECT run, benchmark, metric, task_type, task_length, split, value, n_items, sha256, locator, false
FROM loaded_measurement
WHERE run IN (SELECT key FROM staged_loaded_run);

-- The first number of each two files that was staged and is another one elsewhere, for the same run and place.
WITH pair AS (
    SELECT
        run, benchmark, metric,
        arg_max((value, sha256, locator), (staged, value, sha256, locator)) AS one,
        arg_min((value, sha256, locator), (staged, value, sha256, locator)) AS other,
        bool_and(staged) AS of_this_load
    FROM number_of_staged_run
    WHERE value IS NOT NULL
    GROUP BY run, benchmark, metric, task_type, task_length, split
    HAVING min(value) < max(value)
),
named AS (
    SELECT sha256, coalesce(name, path) AS name FROM staged_loaded_file
    UNION
    SELECT sha256, loaded_as || ': ' || path FROM loaded_file WHERE sha256 NOT IN (SELECT sha256 FROM staged_loaded_file)
)
SELECT DISTINCT ON (of_one.name, of_other.name)
    of_one.name, run, benchmark, metric, one[1], other[1], of_other.name, one[3], other[3],
    (SELECT any_value(raw_model) FROM staged_loaded_run WHERE key = run), of_this_load
FROM pair
JOIN named AS of_one ON of_one.sha256 = one[2]
JOIN named AS of_other ON of_other.sha256 = other[2]
ORDER BY 1, 2, 3, 4
