SELECT DISTINCT event.source, 'history' AS study
FROM event
JOIN run ON run.id = event.run
WHERE own AND step IS NULL AND iteration IS NULL
    AND event.configuration IN (SELECT configuration FROM event WHERE own GROUP BY configuration HAVING count(*) > 1)
