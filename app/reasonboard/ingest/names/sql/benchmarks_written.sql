-- What the loads call their benchmarks. A name is a mean over others only if it is one in all numbers of a load: a task of one
-- file can be a group of another.
INSERT INTO written_benchmark
SELECT loaded_as, raw, bool_and(aggregate), false
FROM (
    SELECT loaded_as, benchmark AS raw, bool_and(aggregate) AS aggregate
    FROM loaded_measurement
    JOIN loaded_run ON key = run
    GROUP BY ALL
    UNION ALL
    SELECT DISTINCT loaded_as, benchmark, false FROM sample_part JOIN loaded_run ON key = run
)
GROUP BY loaded_as, raw;

SELECT DISTINCT raw, aggregate FROM written_benchmark
