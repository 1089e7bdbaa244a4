-- The days on which the runs of the series were made, the newest first; '1' is before all of them.
SELECT '1' AS value, 'first run' AS label
UNION ALL
SELECT * FROM (
    SELECT strftime(made_at, '%Y-%m-%d') AS value, value AS label
    FROM event
    WHERE own AND configuration = $series
    GROUP BY value
    ORDER BY value DESC
    LIMIT 1000
)
