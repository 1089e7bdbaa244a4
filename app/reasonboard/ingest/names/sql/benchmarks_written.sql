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

-- What benchmark_names.py reads from these words: `listed` is their name in the catalogue, `is_plain` is true for words that
-- only spell a name in another way.
CREATE TEMP TABLE benchmark_word (
    raw TEXT, is_group BOOLEAN, listed TEXT, bare TEXT, spelled TEXT, is_plain BOOLEAN, metric TEXT, n_repeats INTEGER
);

SELECT DISTINCT raw, aggregate FROM written_benchmark
