-- What the staged files state of their runs replaces the same numbers and answers, and all that the same files were read as
-- before. Others stay, and a run that keeps some stays in its load. Runs that the files were read as before are removed.
INSERT INTO changed_run FROM reread_run;

DELETE FROM loaded_measurement
WHERE run IN (SELECT key FROM reread_run)
    OR (run IN (SELECT key FROM staged_loaded_run) AND sha256 IN (SELECT sha256 FROM staged_loaded_file))
    OR (run, benchmark, metric, coalesce(task_type, ''), coalesce(task_length, -1), coalesce(split, '')) IN (
        SELECT (run, benchmark, metric, coalesce(task_type, ''), coalesce(task_length, -1), coalesce(split, ''))
        FROM staged_loaded_measurement
    );

DELETE FROM sample_part
WHERE run IN (SELECT key FROM reread_run)
    OR (run IN (SELECT key FROM staged_loaded_run) AND sha256 IN (SELECT sha256 FROM staged_loaded_file))
    OR (run, benchmark, metric) IN (
        SELECT (run, benchmark, metric) FROM staged_loaded_measurement
        UNION
        SELECT (run, benchmark, metric) FROM staged_sample
    );

DELETE FROM text_file WHERE sha256 NOT IN (SELECT text_file FROM sample_part WHERE text_file IS NOT NULL);

UPDATE staged_loaded_run SET loaded_as = loaded_run.loaded_as
FROM loaded_run
WHERE loaded_run.key = staged_loaded_run.key
    AND loaded_run.key IN (SELECT run FROM loaded_measurement UNION ALL SELECT run FROM sample_part);

DELETE FROM loaded_run WHERE key IN (SELECT key FROM changed_run);
