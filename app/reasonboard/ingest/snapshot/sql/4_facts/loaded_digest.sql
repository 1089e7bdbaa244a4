-- What is loaded of each run and file, in a text.
INSERT INTO loaded_digest
SELECT key, concat_ws(' ', loaded_as, key, sha256, count(*), bit_xor(hash(number)))
FROM loaded_run
JOIN (
    SELECT
        run AS key, sha256,
        row(*COLUMNS(* EXCLUDE (run, sha256, filter, higher_is_better, aggregate, missing, locator))) AS number
    FROM loaded_measurement
) USING (key)
GROUP BY loaded_as, key, sha256
UNION ALL
SELECT answered.run, concat_ws(' ', 'answers', answered.run, answered.sha256, sum(rows), bit_xor(digest))
FROM (SELECT run, benchmark, metric, sha256, sum(rows) AS rows FROM sample_part GROUP BY ALL) AS answered
JOIN loaded_run ON key = answered.run
LEFT JOIN sample_score USING (run, benchmark, metric)
GROUP BY answered.run, answered.sha256;
