-- Of each load, the newest first: how many of its runs a study shows ($study, '' for the first page), and a number that changes
-- with what is loaded of them. A study that shows the runs of others has no rows in `feed`: it shows all of them.
SELECT
    listed_run.loaded_as AS name,
    count(*) AS runs,
    bit_xor(digest) AS stamp
FROM listed_run
LEFT JOIN (SELECT loaded_as, max(loaded_at) AS loaded_at FROM loaded_file GROUP BY loaded_as) AS loads USING (loaded_as)
WHERE $study NOT IN (SELECT study FROM feed) OR key IN (SELECT run FROM feed WHERE shown AND study = $study)
GROUP BY listed_run.loaded_as, loads.loaded_at
ORDER BY loads.loaded_at DESC, name
