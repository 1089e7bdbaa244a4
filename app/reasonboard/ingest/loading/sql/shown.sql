-- The loads that have these runs, with the studies that show the load.
SELECT loaded_as, coalesce((SELECT list(DISTINCT study ORDER BY study) FROM shown_source WHERE source = loaded_as), [])
FROM loaded_run
WHERE key IN (SELECT unnest($runs))
GROUP BY loaded_as
ORDER BY loaded_as
