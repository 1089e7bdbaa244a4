-- Can what was staged simply be added? So it is where no two of its numbers are of the same run and
-- place, and none of its runs is loaded. (Two that only hash alike cost time, no truth.) And how many numbers there are,
-- whether they are the only ones, and the first name of a staged load by which a bundled source is called.
SELECT
    (SELECT count(*) = count(DISTINCT hash(run, benchmark, metric, task_type, task_length, split))
     FROM staged_loaded_measurement)
    AND (SELECT count(*) = 0 FROM staged_sample)
    AND NOT EXISTS (FROM staged_loaded_run JOIN loaded_run USING (key))
    AND NOT EXISTS (FROM staged_loaded_file JOIN loaded_file USING (sha256)),
    (SELECT count(*) FROM staged_loaded_measurement),
    NOT EXISTS (FROM loaded_measurement),
    (SELECT min(id) FROM source
     WHERE rank <= 1000 AND id IN (SELECT loaded_as FROM staged_loaded_file))
