-- The loaded runs, for their numbers with a task's type and length once more: these may stand in another study.
SELECT progressed.*, typed
FROM progressed
JOIN (SELECT key, false AS typed FROM progressed UNION SELECT run, true FROM number_group WHERE typed) USING (key)
