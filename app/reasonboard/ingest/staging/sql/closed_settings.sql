-- A column of a table of answers that was named as a setting of runs, and in truth describes each problem of a benchmark
-- whose texts are closed: it is called so, or nearly every problem has a value of its own. What tools write as settings is of
-- their runs. `closed_name` is that of closed_fields.sql.
SELECT EXISTS (FROM closed_name);

WITH stated AS (
    SELECT closed_name.name, sha256, item, unnest(map_entries(settings)) AS setting
    FROM (SELECT DISTINCT run, sha256, benchmark, item FROM staged_sample) AS answer
    JOIN closed_name ON raw = answer.benchmark
    JOIN staged_loaded_run ON key = answer.run
    WHERE tool = 'table' AND settings IS NOT NULL
),
counted AS (
    SELECT
        name, setting.key AS key, min(sha256) AS sha256, count(DISTINCT item) AS items,
        count(DISTINCT setting.value) AS kinds, count(DISTINCT (item, setting.value)) AS pairs,
        bool_or(try_cast(setting.value AS DOUBLE) IS NULL) AS has_texts
    FROM stated
    GROUP BY ALL
)
SELECT (SELECT min(path) FROM staged_loaded_file WHERE staged_loaded_file.sha256 = counted.sha256), name, key
FROM counted
WHERE has_texts AND (
    (kinds > 1 AND pairs = items AND 3 * kinds > items)
    OR lower(key) IN (
        'question', 'problem', 'answer', 'gold', 'gold_answer', 'target', 'solution', 'choices', 'explanation', 'rationale'
    )
)
ORDER BY ALL
LIMIT 1
