-- A text that differs where what is loaded differs.
SELECT coalesce(string_agg(loaded_as || ' ' || part || ' ' || numbers, ';' ORDER BY loaded_as, part), '')
FROM (
    SELECT loaded_as, key || ' ' || sha256 AS part, count(*) AS numbers
    FROM loaded_run
    JOIN (SELECT run AS key, sha256 FROM loaded_measurement UNION ALL SELECT run, sha256 FROM sample) USING (key)
    GROUP BY ALL
)
