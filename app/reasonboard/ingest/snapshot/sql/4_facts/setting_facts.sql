-- What the settings of loaded runs are: parts of the configuration, versions, or what makes repeats. Many runs share one set of
-- settings, so what follows from it is worked out once.

-- By their whole names, else without the task, else by the last part.
CREATE TEMP TABLE setting_role AS
WITH name AS (
    SELECT DISTINCT unnest(map_keys(settings)) AS raw
    FROM (SELECT any_value(settings) AS settings FROM loaded_run GROUP BY hash(settings))
)
SELECT
    name.raw,
    coalesce(
        whole.role, of_task.role, last.role,
        CASE
            WHEN is_repeat_setting(setting_name(name.raw)) THEN 'repeat'
            WHEN is_library_seed(setting_name(name.raw)) THEN 'seed of a library'
            WHEN is_build(name.raw) THEN 'version'
            ELSE 'setting'
        END
    ) AS role
FROM name
LEFT JOIN alias_setting AS whole ON whole.raw = name.raw
LEFT JOIN alias_setting AS of_task ON of_task.raw = setting_name(name.raw)
LEFT JOIN alias_setting AS last ON last.raw = split_part(setting_name(name.raw), '.', -1);

CREATE TEMP TABLE setting_facts AS
WITH stated_set AS (
    SELECT hash(settings) AS stated, tool, tool_version, any_value(settings) AS settings FROM loaded_run GROUP BY ALL
),
entry AS (
    SELECT stated, tool, tool_version, one."key" AS name, one."value" AS value, role
    FROM (SELECT * EXCLUDE (settings), unnest(map_entries(settings)) AS one FROM stated_set)
    JOIN setting_role ON raw = one."key"
),
sorted AS (
    SELECT
        stated, tool, tool_version,
        list({'key': name, 'value': value} ORDER BY name) FILTER (role = 'setting') AS configuration,
        list({'key': name, 'value': value} ORDER BY name) FILTER (role = 'version') AS versions,
        string_agg(value, ', ' ORDER BY name) FILTER (role = 'build') AS named_build,
        string_agg(value, ', ' ORDER BY name) FILTER (role = 'repeat') AS repeat
    FROM entry
    GROUP BY ALL
)
SELECT
    stated_set.stated, stated_set.tool, stated_set.tool_version, sorted.configuration, repeat,
    coalesce(named_build, build_words(versions, stated_set.tool, stated_set.tool_version)) AS build,
    coalesce(named_build, build_digest(versions, stated_set.tool_version)) AS build_key
FROM stated_set
LEFT JOIN sorted
    ON sorted.stated = stated_set.stated AND sorted.tool = stated_set.tool
    AND sorted.tool_version IS NOT DISTINCT FROM stated_set.tool_version;
