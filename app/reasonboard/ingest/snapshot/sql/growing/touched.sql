-- The loads that an edit changed: those of its runs, and those with names whose alias it changed.
CREATE TEMP TABLE touched_source AS
WITH alias_after AS (
    SELECT raw, alias_model::TEXT AS alias FROM alias_model UNION ALL SELECT raw, alias_benchmark::TEXT FROM alias_benchmark
    UNION ALL SELECT raw, alias_setting::TEXT FROM alias_setting
),
changed AS (
    SELECT raw FROM (FROM alias_before EXCEPT FROM alias_after) UNION SELECT raw FROM (FROM alias_after EXCEPT FROM alias_before)
)
SELECT loaded_as AS source FROM changed_run
UNION
SELECT loaded_as FROM shown_name
WHERE raw_model IN (FROM changed) OR model IN (FROM changed) OR name IN (FROM changed)
UNION
SELECT loaded_as FROM loaded_benchmark_name WHERE raw IN (FROM changed)
UNION
SELECT loaded_as
FROM (SELECT DISTINCT loaded_as, unnest(map_keys(settings)) AS name FROM loaded_run WHERE EXISTS (FROM changed))
WHERE name IN (FROM changed) OR setting_name(name) IN (FROM changed)
    OR split_part(setting_name(name), '.', -1) IN (FROM changed);
