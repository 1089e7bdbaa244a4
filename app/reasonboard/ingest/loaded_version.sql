-- A text that differs where what is loaded, or what is said of it, differs.
SELECT coalesce(string_agg(part, ';' ORDER BY part), '')
FROM (
    SELECT concat_ws(' ', loaded_as, key, sha256, count(*), bit_xor(hash(number))) AS part
    FROM loaded_run
    JOIN (
        SELECT run AS key, sha256, (benchmark, metric, task_type, task_length, split, unit, value, stderr,
            n_items, n_repeats) AS number
        FROM loaded_measurement
    ) USING (key)
    GROUP BY loaded_as, key, sha256
    UNION ALL
    SELECT concat_ws(' ', 'samples', run, sha256, count(*)) FROM sample GROUP BY run, sha256
    UNION ALL
    SELECT alias_model::TEXT FROM alias_model
    UNION ALL
    SELECT alias_benchmark::TEXT FROM alias_benchmark
)
