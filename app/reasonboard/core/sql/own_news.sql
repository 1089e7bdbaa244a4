-- Of each load: how many runs it has, how many of them each study shows, and a number that changes with what is loaded of it.
WITH shown_in AS (
    SELECT loaded_as, map_from_entries(list((study, runs))) AS shown
    FROM (SELECT loaded_as, study, count(*) AS runs FROM feed WHERE shown GROUP BY ALL)
    GROUP BY loaded_as
)
SELECT
    loaded_run.loaded_as AS source,
    count(DISTINCT key) AS runs,
    any_value(shown) AS shown,
    bit_xor(hash(run, part)) AS stamp
FROM loaded_run
LEFT JOIN loaded_part ON run = key
LEFT JOIN shown_in USING (loaded_as)
GROUP BY loaded_run.loaded_as
