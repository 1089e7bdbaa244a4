-- What was staged, beside what is loaded: equal rows once.
UPDATE loaded_file SET content = staged_loaded_file.content
FROM staged_loaded_file
WHERE staged_loaded_file.sha256 = loaded_file.sha256;

-- A file that is read otherwise than before keeps the newest answers, and is the last that was read so.
UPDATE loaded_file SET reading = staged_loaded_file.reading, loaded_at = staged_loaded_file.loaded_at
FROM staged_loaded_file
WHERE staged_loaded_file.sha256 = loaded_file.sha256 AND staged_loaded_file.reading <> loaded_file.reading;

INSERT INTO loaded_file
SELECT DISTINCT ON (sha256) * EXCLUDE (name)
FROM staged_loaded_file
WHERE sha256 NOT IN (SELECT sha256 FROM loaded_file);

INSERT INTO loaded_run BY NAME
SELECT *
FROM staged_loaded_run
WHERE key NOT IN (SELECT key FROM loaded_run);

INSERT INTO loaded_measurement
SELECT DISTINCT ON (run, benchmark, metric, task_type, task_length, split) *
FROM staged_loaded_measurement
WHERE (run, benchmark, metric, coalesce(task_type, ''), coalesce(task_length, -1), coalesce(split, ''))
    NOT IN (
        SELECT (run, benchmark, metric, coalesce(task_type, ''), coalesce(task_length, -1), coalesce(split, ''))
        FROM loaded_measurement
        WHERE run IN (SELECT key FROM staged_loaded_run)
    )
ORDER BY run, benchmark, metric, task_type, task_length, split, sha256, locator;

-- What all files together state of a number, each field as the first file has it that states it.
CREATE TEMP TABLE stated AS
SELECT
    run, benchmark, metric, task_type, task_length, split,
    first(sha256 ORDER BY value IS NULL, sha256, locator) AS sha256,
    first(locator ORDER BY value IS NULL, sha256, locator) AS locator,
    any_value(value ORDER BY sha256, locator) AS value,
    any_value(stderr ORDER BY sha256, locator) AS stderr,
    any_value(n_items ORDER BY sha256, locator) AS n_items,
    any_value(n_repeats ORDER BY sha256, locator) AS n_repeats
FROM staged_loaded_measurement
GROUP BY run, benchmark, metric, task_type, task_length, split;

CREATE TEMP TABLE completion AS
SELECT
    loaded.rowid AS place, coalesce(loaded.value, stated.value) AS value, coalesce(loaded.stderr, stated.stderr) AS stderr,
    coalesce(loaded.n_items, stated.n_items) AS n_items, coalesce(loaded.n_repeats, stated.n_repeats) AS n_repeats,
    CASE WHEN loaded.value IS NULL THEN stated.sha256 ELSE loaded.sha256 END AS sha256,
    CASE WHEN loaded.value IS NULL THEN stated.locator ELSE loaded.locator END AS locator
FROM loaded_measurement AS loaded
JOIN stated
    ON stated.run = loaded.run AND stated.benchmark = loaded.benchmark AND stated.metric = loaded.metric
    AND stated.task_type IS NOT DISTINCT FROM loaded.task_type
    AND stated.task_length IS NOT DISTINCT FROM loaded.task_length
    AND stated.split IS NOT DISTINCT FROM loaded.split
WHERE (loaded.value IS NULL AND stated.value IS NOT NULL)
    OR (loaded.stderr IS NULL AND stated.stderr IS NOT NULL)
    OR (loaded.n_items IS NULL AND stated.n_items IS NOT NULL)
    OR (loaded.n_repeats IS NULL AND stated.n_repeats IS NOT NULL);

UPDATE before SET completed = (SELECT count(*) FROM completion WHERE place <= last_place);

UPDATE loaded_measurement SET
    value = completion.value, stderr = completion.stderr, n_items = completion.n_items, n_repeats = completion.n_repeats,
    sha256 = completion.sha256, locator = completion.locator,
    missing = CASE
        WHEN completion.value IS NULL OR (completion.stderr IS NULL AND missing LIKE 'stderr%') THEN missing
    END
FROM completion
WHERE loaded_measurement.rowid = completion.place;

-- Of scores that have answers already those make room for which there are more now.
DELETE FROM sample_part
WHERE (run, benchmark, metric) IN (SELECT (run, benchmark, metric) FROM other_answers WHERE new > 0);
DELETE FROM sample
WHERE (run, benchmark, metric) IN (SELECT (run, benchmark, metric) FROM other_answers WHERE new > 0);

INSERT INTO sample BY NAME
SELECT DISTINCT ON (run, benchmark, metric, item, repeat) *
FROM staged_sample
WHERE (run, benchmark, metric) NOT IN (
    SELECT (run, benchmark, metric) FROM sample_part WHERE run IN (SELECT key FROM staged_loaded_run)
    UNION
    SELECT (run, benchmark, metric) FROM sample WHERE run IN (SELECT key FROM staged_loaded_run)
);

-- A file that was moved is found where it was loaded from last.
INSERT OR REPLACE INTO text_file SELECT DISTINCT ON (sha256) * FROM staged_text_file;
