-- The loads that an edit changed: those of its runs, and those with names whose alias it changed.
CREATE TEMP TABLE touched_source AS SELECT DISTINCT loaded_as AS source FROM changed_run;

SELECT EXISTS (FROM changed_entry WHERE key = 'aliases');

INSERT INTO touched_source
WITH changed AS (SELECT name FROM changed_entry WHERE key = 'aliases'),
named AS (
    SELECT loaded_as FROM shown_name
    WHERE raw_model IN (FROM changed) OR model IN (FROM changed) OR name IN (FROM changed)
    UNION
    SELECT loaded_as FROM loaded_benchmark_name WHERE raw IN (FROM changed)
    UNION
    SELECT loaded_as
    FROM (SELECT DISTINCT loaded_as, unnest(map_keys(settings)) AS name FROM loaded_run)
    WHERE name IN (FROM changed) OR setting_name(name) IN (FROM changed)
        OR split_part(setting_name(name), '.', -1) IN (FROM changed)
)
FROM named WHERE loaded_as NOT IN (FROM touched_source);
