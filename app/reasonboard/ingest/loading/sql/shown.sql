-- The studies that show the load `loaded_as`, and the studies that show these runs; a study that is not $taking shows all runs.
CREATE TEMP TABLE shown_load AS
SELECT *, NOT list_contains($taking::TEXT[], study) AS takes_all
FROM shown_source
WHERE source = $loaded_as OR source IN (SELECT loaded_as FROM loaded_run WHERE key IN (SELECT unnest($runs)));

-- The loads that have these runs, the one with most of them first, and the studies that show each: the one with most of its
-- scores first, and of two with equally many the one that takes only runs with its own conditions.
SELECT
    loaded_as,
    coalesce((
        SELECT list(study ORDER BY scores DESC, takes_all, study)
        FROM shown_load
        WHERE source = loaded_as
    ), [])
FROM loaded_run
WHERE key IN (SELECT unnest($runs))
GROUP BY loaded_as
ORDER BY count(*) DESC, loaded_as
