-- How many runs of every load are shown in which study; `other` counts those that no study shows.
SELECT loaded_as AS value, loaded_as || ' · ' || study AS label, count(*) AS runs
FROM (
    SELECT loaded_as, run, study FROM feed WHERE shown
    UNION ALL
    SELECT loaded_as, run, 'no study' FROM feed GROUP BY ALL HAVING NOT bool_or(shown)
)
GROUP BY loaded_as, study
ORDER BY loaded_as, study
