-- The numbers of `part_measurement` that the snapshot `old` has not, or has another value for.
WITH stated AS (
    SELECT run, benchmark, metric, task_type, task_length, split, any_value(value) AS value, min(part) AS part
    FROM part_measurement
    GROUP BY ALL
)
SELECT stated.run, stated.benchmark, stated.metric, part, format('{}', stated.value), format('{}', loaded.value)
FROM stated
LEFT JOIN old.stated_measurement AS loaded
    ON loaded.run = stated.run AND loaded.benchmark = stated.benchmark AND loaded.metric = stated.metric
    AND loaded.task_type IS NOT DISTINCT FROM stated.task_type
    AND loaded.task_length IS NOT DISTINCT FROM stated.task_length
    AND loaded.split IS NOT DISTINCT FROM stated.split
WHERE loaded.run IS NULL OR loaded.value IS DISTINCT FROM stated.value
ORDER BY ALL
