-- The loads that have these runs, with the studies that show some of them, or the load.
SELECT
    loaded_as,
    list_sort(
        coalesce(list(DISTINCT study) FILTER (shown), [])
        || coalesce((SELECT list(study) FROM shown_source WHERE source = loaded_as), [])
    )
FROM feed
WHERE run IN (SELECT unnest($runs))
GROUP BY loaded_as
ORDER BY loaded_as
