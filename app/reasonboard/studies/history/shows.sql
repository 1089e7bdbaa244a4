SELECT DISTINCT source, 'history' AS study, false AS by_step
FROM timed_benchmark
WHERE NOT is_step AND (benchmark, configuration) IN (
    SELECT (benchmark, configuration) FROM timed_benchmark GROUP BY benchmark, configuration HAVING count(*) > 1
)
