-- What earlier versions of the staged files say of the part of a training that was lost, as it was restarted at a lower step
-- since: all numbers from that step on that the files say no more. Gives a line for each file that had some.
SELECT EXISTS (FROM staged_loaded_run WHERE lost > 0);

UPDATE loaded_run SET lost = staged.lost
FROM staged_loaded_run AS staged
WHERE staged.key = loaded_run.key AND staged.lost > 0 AND staged.lost IS DISTINCT FROM loaded_run.lost;

CREATE TEMP TABLE lost_number AS
WITH restart AS (
    SELECT DISTINCT
        file.origin, coalesce(file.name, file.path) AS name, file.loaded_as, tool, raw_model,
        coalesce(step, iteration) AS step
    FROM staged_loaded_run
    JOIN staged_loaded_measurement ON run = key
    JOIN staged_loaded_file AS file USING (sha256)
    WHERE lost > 0
)
SELECT DISTINCT loaded.rowid AS place, loaded.run, loaded_run.loaded_as, restart.name
FROM restart
JOIN loaded_file ON loaded_file.origin = restart.origin AND loaded_file.loaded_as = restart.loaded_as
    AND loaded_file.sha256 NOT IN (SELECT sha256 FROM staged_loaded_file)
JOIN loaded_measurement AS loaded ON loaded.sha256 = loaded_file.sha256
JOIN loaded_run ON loaded_run.key = loaded.run AND loaded_run.loaded_as = restart.loaded_as AND loaded_run.tool = restart.tool
    AND loaded_run.raw_model = restart.raw_model AND coalesce(loaded_run.step, loaded_run.iteration) >= restart.step
ANTI JOIN staged_loaded_measurement AS staged
    ON staged.run = loaded.run AND staged.benchmark = loaded.benchmark AND staged.metric = loaded.metric
    AND staged.task_type IS NOT DISTINCT FROM loaded.task_type AND staged.task_length IS NOT DISTINCT FROM loaded.task_length
    AND staged.split IS NOT DISTINCT FROM loaded.split AND staged.value IS NOT DISTINCT FROM loaded.value;

DELETE FROM loaded_measurement WHERE rowid IN (SELECT place FROM lost_number);

INSERT INTO changed_run
SELECT DISTINCT run, loaded_as FROM lost_number WHERE run NOT IN (SELECT key FROM changed_run);

DELETE FROM loaded_run
WHERE key IN (SELECT run FROM lost_number) AND key NOT IN (SELECT key FROM staged_loaded_run)
    AND key NOT IN (SELECT run FROM loaded_measurement) AND key NOT IN (SELECT run FROM sample_part);

SELECT format(
    '{}: {} of the part that was lost as the training was restarted {} taken out',
    name, CASE WHEN count(*) = 1 THEN 'a number' ELSE count(*) || ' numbers' END,
    CASE WHEN count(*) = 1 THEN 'is' ELSE 'are' END
)
FROM lost_number
GROUP BY name
ORDER BY name
