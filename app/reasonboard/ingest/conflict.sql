-- The first number that was staged and is another one elsewhere, for the same run and place.
WITH pair AS (
    SELECT
        run, benchmark, metric,
        arg_max((value, sha256, locator), (staged, sha256, locator)) AS one,
        arg_min((value, sha256, locator), (staged, sha256, locator)) AS other,
        bool_and(staged) AS of_this_load
    FROM number_of_staged_run
    WHERE value IS NOT NULL
    GROUP BY run, benchmark, metric, task_type, task_length, split
    HAVING min(value) < max(value)
),
path AS (SELECT sha256, path FROM staged_loaded_file UNION SELECT sha256, path FROM loaded_file)
SELECT DISTINCT ON (1, 2, 3, 4)
    of_one.path, run, benchmark, metric, one[1], other[1], of_other.path, one[3], other[3],
    (SELECT any_value(raw_model) FROM staged_loaded_run WHERE key = run), of_this_load
FROM pair
JOIN path AS of_one ON of_one.sha256 = one[2]
JOIN path AS of_other ON of_other.sha256 = other[2]
ORDER BY 1, 2, 3, 4
LIMIT 1
