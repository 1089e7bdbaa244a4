-- `scores` are those of each series but its first: what it draws beyond a page of the newest runs.
SELECT source, 'history' AS study, false AS by_step, count(*) - count(DISTINCT (benchmark, configuration)) AS scores
FROM timed_benchmark
WHERE NOT is_step AND (benchmark, configuration) IN (
    SELECT (benchmark, configuration) FROM timed_benchmark GROUP BY benchmark, configuration HAVING count(*) > 1
)
GROUP BY source
