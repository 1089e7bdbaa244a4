-- Runs of the load that the staged files were read as before and are not now: nothing differs but their settings, as where
-- other settings are kept.
CREATE TEMP TABLE reread_run AS
WITH alike AS (
    SELECT loaded.key, loaded.loaded_as
    FROM loaded_run AS loaded
    SEMI JOIN staged_loaded_run AS staged
        ON staged.loaded_as = loaded.loaded_as AND staged.tool = loaded.tool AND staged.raw_model = loaded.raw_model
        AND staged.date IS NOT DISTINCT FROM loaded.date
        AND staged.family IS NOT DISTINCT FROM loaded.family
        AND staged.params_b IS NOT DISTINCT FROM loaded.params_b
        AND staged.method IS NOT DISTINCT FROM loaded.method
        AND staged.step IS NOT DISTINCT FROM loaded.step
        AND staged.progress IS NOT DISTINCT FROM loaded.progress
        AND staged.iteration IS NOT DISTINCT FROM loaded.iteration
        AND staged.train_samples IS NOT DISTINCT FROM loaded.train_samples
        AND staged.selector IS NOT DISTINCT FROM loaded.selector
        AND staged.selector_params_b IS NOT DISTINCT FROM loaded.selector_params_b
        AND staged.kv_method IS NOT DISTINCT FROM loaded.kv_method
        AND staged.kv_window IS NOT DISTINCT FROM loaded.kv_window
        AND staged.kv_ratio IS NOT DISTINCT FROM loaded.kv_ratio
        AND staged.seed IS NOT DISTINCT FROM loaded.seed
    WHERE loaded.key NOT IN (SELECT key FROM staged_loaded_run)
        AND loaded.loaded_as IN (SELECT staged_loaded_file.loaded_as FROM staged_loaded_file JOIN loaded_file USING (sha256))
),
stated AS (
    SELECT run, sha256 FROM loaded_measurement WHERE run IN (SELECT key FROM alike)
    UNION
    SELECT run, sha256 FROM sample_part WHERE run IN (SELECT key FROM alike)
)
SELECT key, loaded_as
FROM alike
JOIN stated ON run = key
GROUP BY ALL
HAVING bool_and(sha256 IN (SELECT sha256 FROM staged_loaded_file));
