-- Runs of the load that the staged files were read as before and are not now: nothing differs but their settings, as where
-- other settings are kept.
CREATE TEMP TABLE reread_run (key TEXT, loaded_as TEXT);

SELECT EXISTS (FROM loaded_file SEMI JOIN staged_loaded_file USING (sha256));

INSERT INTO reread_run
WITH loaded AS (
    SELECT key, loaded_as, tool, raw_model, row(family, params_b, *COLUMNS(lambda name: is_of_run(name))) AS conditions
    FROM loaded_run
),
staged AS (
    SELECT loaded_as, tool, raw_model, row(family, params_b, *COLUMNS(lambda name: is_of_run(name))) AS conditions
    FROM staged_loaded_run
),
alike AS (
    SELECT loaded.key, loaded.loaded_as
    FROM loaded
    SEMI JOIN staged
        ON staged.loaded_as = loaded.loaded_as AND staged.tool = loaded.tool AND staged.raw_model = loaded.raw_model
        AND staged.conditions IS NOT DISTINCT FROM loaded.conditions
    WHERE loaded.key NOT IN (SELECT key FROM staged_loaded_run)
        AND loaded.loaded_as IN (SELECT staged_loaded_file.loaded_as FROM staged_loaded_file JOIN loaded_file USING (sha256))
),
stated AS (
    SELECT run, sha256 FROM current_measurement WHERE run IN (SELECT key FROM alike)
    UNION
    SELECT run, sha256 FROM sample_part WHERE run IN (SELECT key FROM alike)
)
SELECT key, loaded_as
FROM alike
JOIN stated ON run = key
GROUP BY ALL
HAVING bool_and(sha256 IN (SELECT sha256 FROM staged_loaded_file));
