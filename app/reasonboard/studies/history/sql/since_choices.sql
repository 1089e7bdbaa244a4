-- The last runs, which are tested together; all of them, from before the first day on; the days on which they were made.
SELECT 'last' AS value, 'last 60 runs' AS label
UNION ALL
SELECT '1', 'first run'
UNION ALL
SELECT * FROM (
    SELECT strftime(made_at, '%Y-%m-%d') AS value, value AS label
    FROM runs_in_series($series, $source)
    GROUP BY value
    ORDER BY value DESC
    LIMIT 1000
)
