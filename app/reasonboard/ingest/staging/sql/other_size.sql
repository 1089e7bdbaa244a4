-- A line for each staged file that states another number of items for a number that is stated elsewhere, too: the first
-- is kept. Was that loaded before? Of one load neither file can replace the other.
WITH pair AS (
    SELECT
        run, benchmark, metric,
        arg_max((n_items, sha256), (staged, sha256, locator)) AS one,
        arg_min(n_items, (staged, sha256, locator)) AS kept,
        NOT bool_and(staged) AS was_loaded
    FROM number_of_staged_run
    WHERE n_items IS NOT NULL
    GROUP BY run, benchmark, metric, task_type, task_length, split
    HAVING min(n_items) < max(n_items)
),
worded AS (
    SELECT
        one[2] AS sha256,
        format('n {} of {:.60}, {:.60} stays, this file says {}', kept, benchmark, metric, one[1]) AS line,
        was_loaded,
        count(*) OVER (PARTITION BY one[2]) - 1 AS more
    FROM pair
    WHERE kept <> one[1]
    QUALIFY row_number() OVER (PARTITION BY one[2] ORDER BY benchmark, metric, run) = 1
)
SELECT name || ': ' || line || CASE WHEN more > 0 THEN ', and so of ' || more || ' more' ELSE '' END, was_loaded
FROM worded
JOIN (SELECT sha256, any_value(coalesce(name, path)) AS name FROM staged_loaded_file GROUP BY sha256) USING (sha256)
ORDER BY 1
