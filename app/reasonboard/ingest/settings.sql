-- Macros for the names of settings, for the tables of a snapshot and the pages that read it.

-- The name and the task of a setting: `temperature` and `gsm8k` for `temperature[gsm8k]`.
CREATE MACRO setting_name(name) AS split_part(name, '[', 1);
CREATE MACRO setting_task(name) AS nullif(regexp_extract(name, '\[(.*)\]$', 1), '');
-- The task of a subset: `mmlu` for `mmlu:law`.
CREATE MACRO task_of_part(benchmark) AS split_part(benchmark, ':', 1);

-- Is a setting the version of a tool or library? These do not belong to the configuration; versions of tasks, data and prompts
-- do. This runs for every setting of every run, so it tests suffixes before it uses a pattern.
CREATE MACRO is_build(name) AS CASE
    WHEN suffix(name, '_version') THEN regexp_extract(name, '([^._-]*)_version$', 1) NOT IN (
        'task', 'benchmark', 'data', 'dataset', 'prompt', 'template', 'model', 'judge', 'adapter', 'metric', 'rubric'
    )
    ELSE suffix(name, '_sha') OR suffix(name, '_commit') OR suffix(name, 'git_hash') OR suffix(name, 'commit_hash')
        OR name IN ('sha', 'commit', 'build')
END;

-- The settings of a run without versions.
CREATE MACRO configuration(settings) AS map_from_entries(
    list_filter(map_entries(settings), lambda one: NOT is_build(one."key"))
);
