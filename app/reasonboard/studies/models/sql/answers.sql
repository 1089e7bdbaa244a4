-- One row where answers of A are loaded.
SELECT benchmark
FROM answered
WHERE run IN (SELECT unnest(runs_of($a)))
LIMIT 1
