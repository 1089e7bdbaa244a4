-- What was staged, beside what is loaded: equal rows once.
UPDATE loaded_file SET content = staged_loaded_file.content
FROM staged_loaded_file
WHERE staged_loaded_file.sha256 = loaded_file.sha256;

INSERT INTO loaded_file
SELECT DISTINCT ON (sha256) *
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
    )
ORDER BY run, benchmark, metric, task_type, task_length, split, sha256, locator;

INSERT INTO sample BY NAME
SELECT DISTINCT ON (run, benchmark, metric, item, repeat) *
FROM staged_sample
WHERE (run, benchmark, metric) NOT IN (SELECT DISTINCT (run, benchmark, metric) FROM sample)
ORDER BY run, benchmark, metric, item, repeat;

-- A file that was moved is found where it was loaded from last.
INSERT OR REPLACE INTO text_file SELECT DISTINCT ON (sha256) * FROM staged_text_file;
