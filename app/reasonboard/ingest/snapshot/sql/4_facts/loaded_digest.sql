-- How much is loaded of each run, and a number that differs where what is loaded of it differs.
CREATE OR REPLACE TEMP VIEW run_digest AS
WITH stated AS (
    SELECT run AS key, count(*) AS measurements, count(*) - count(value) AS missing, bit_xor(hash(hash(number))) AS digest
    FROM (
        SELECT run, value, row(*COLUMNS(* EXCLUDE (run, filter, higher_is_better, aggregate, missing, locator))) AS number
        FROM loaded_measurement
    )
    GROUP BY run
),
answered AS (
    SELECT run AS key, sum(rows)::BIGINT AS samples, bit_xor(hash(hash(sha256, rows, digest))) AS answers
    FROM (SELECT run, benchmark, metric, sha256, sum(rows) AS rows FROM sample_part GROUP BY ALL)
    LEFT JOIN (SELECT run, benchmark, metric, digest FROM sample_score) USING (run, benchmark, metric)
    GROUP BY run
)
SELECT key, measurements, missing, samples, hash(loaded_as, key, measurements, stated.digest, answers) AS digest
FROM loaded_run
LEFT JOIN stated USING (key)
LEFT JOIN answered USING (key)
