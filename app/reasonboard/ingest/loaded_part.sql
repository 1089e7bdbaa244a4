-- What is loaded of each run and file, in a text.
DELETE FROM loaded_part;

INSERT INTO loaded_part
SELECT key, concat_ws(' ', loaded_as, key, sha256, count(*), bit_xor(hash(number)))
FROM loaded_run
JOIN (
    SELECT run AS key, sha256, (benchmark, metric, task_type, task_length, split, unit, value, stderr,
        n_items, n_repeats) AS number
    FROM loaded_measurement
) USING (key)
GROUP BY loaded_as, key, sha256
UNION ALL
SELECT run, concat_ws(' ', 'answers', run, sha256, sum(rows))
FROM sample_part
JOIN loaded_run ON key = run
GROUP BY run, sha256;
