-- The loads that have these runs, with the studies that show some of them, and has each load scores of models?
SELECT
    loaded_as,
    list(DISTINCT study ORDER BY study) FILTER (shown),
    loaded_as IN (SELECT source FROM old.scored_source)
FROM old.feed
WHERE run IN (SELECT unnest($runs))
GROUP BY loaded_as
ORDER BY loaded_as
