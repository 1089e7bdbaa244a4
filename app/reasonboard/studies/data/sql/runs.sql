-- How many runs of every load are shown in which study beside models.
SELECT loaded_as AS value, loaded_as || ' · ' || study AS label, count(*) AS runs
FROM (
    SELECT loaded_as, run, study FROM feed WHERE shown
    UNION ALL
    SELECT loaded_as, run, 'models only' FROM feed GROUP BY ALL HAVING NOT bool_or(shown)
)
GROUP BY loaded_as, study
ORDER BY loaded_as, study
