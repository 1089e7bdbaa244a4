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

-- Which version names a build best: that of the engine, which answered, then commits and revisions, then libraries.
CREATE MACRO engine_of(name) AS regexp_extract(
    name, '^(?:.*[.])?(vllm|sglang|lmdeploy|tensorrt_llm|tgi|llama_cpp|ollama|mlx_lm)_version$', 1
);
CREATE MACRO version_rank(name) AS CASE
    WHEN engine_of(name) <> '' THEN 0
    WHEN name = 'git_hash' THEN 3
    WHEN NOT suffix(name, '_version') THEN 1
    ELSE 2
END;

-- A version in words: 'vllm 0.26.1', 'model 3f2a9c1', 'commit 3f2a9c1'.
CREATE MACRO version_words(name, value) AS CASE
    WHEN suffix(name, '_version') THEN regexp_replace(name, '^.*[.]|_version$', '', 'g') || ' ' || value
    WHEN regexp_full_match(value, '[0-9a-f]{7,}')
        THEN coalesce(nullif(regexp_extract(name, '([^._-]*)_(?:sha|commit)$', 1), ''), 'commit') || ' ' || left(value, 7)
    ELSE value
END;

-- What a run with these versions, of this version of a tool, ran on, as pages call it; NULL where nothing states it.
CREATE MACRO build_words(versions, tool, tool_version) AS coalesce(
    list_min(list_transform(
        versions, lambda one: {'rank': version_rank(one."key"), 'words': version_words(one."key", one."value")}
    ))['words'],
    tool || ' ' || tool_version
);

-- A text that two runs have in common if all their versions are the same. The version of a harness alone does not say what
-- answered: then there is none.
CREATE MACRO build_digest(versions, tool_version) AS CASE
    WHEN len(list_filter(versions, lambda one: version_rank(one."key") < 2)) > 0
    THEN left(md5(concat_ws(chr(0), versions::TEXT, tool_version)), 12)
END;

-- The configuration of a run as a short text, the same in every snapshot: its model, conditions and settings, these as entries in
-- the order of their names. `written` is how its file spells the model, `progress` what it states: one that follows from a step
-- depends on the other runs.
CREATE MACRO configuration_digest(model, written, conditions, progress, settings) AS left(md5(concat_ws(
    chr(0), model, written, list_sort(map_entries(conditions))::TEXT, progress, settings::TEXT
)), 12);
