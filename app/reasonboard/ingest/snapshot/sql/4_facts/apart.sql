-- Runs of one load and model that a page would draw as one become models of their own, "my-7b · 5-shot" or
-- "my-7b · 100 samples": they differ in a setting, or in a condition that is no axis of the page.

-- The study of the numbers of a run: of those that take it the first.
CREATE TEMP TABLE placed AS
WITH taken AS (
    SELECT key AS run, typed, arg_min(study, (rank, study)) AS study
    FROM study_need
    WHERE missing = ''
    GROUP BY ALL
)
SELECT progressed.loaded_as, run, sha256, typed, coalesce(study, 'other') AS study
FROM (SELECT DISTINCT run, sha256, typed FROM number_group)
JOIN progressed ON progressed.key = run
LEFT JOIN taken USING (run, typed);

-- The names of runs that become models of their own.
CREATE TEMP TABLE run_name (key TEXT, study TEXT, name TEXT);

SELECT EXISTS (
    SELECT study FROM placed JOIN progressed ON key = run
    GROUP BY study, placed.loaded_as, model HAVING min(run) < max(run)
);

-- What a page has of each run: its place on the axes, and the other conditions, in which runs at one place may differ.
CREATE TEMP TABLE page_run AS
WITH stated AS (
    SELECT
        progressed.key, used.study, used.loaded_as, model, written, conditions_of(progressed) AS conditions,
        coalesce(axes, map_keys(conditions)) AS axes
    FROM (SELECT DISTINCT loaded_as, study, run FROM placed) AS used
    JOIN progressed ON progressed.key = used.run
    LEFT JOIN (SELECT DISTINCT study, axes FROM study_need) AS page ON page.study = used.study
)
SELECT
    key, study, loaded_as, model, written,
    map_from_entries(list_filter(map_entries(conditions), lambda one: list_contains(axes, one."key"))) AS place,
    list_filter(map_entries(conditions), lambda one: NOT list_contains(axes, one."key")) AS others
FROM stated;

-- The models whose runs may differ, and their runs. Many runs share one set of settings.
CREATE TEMP TABLE crowded_run AS
WITH hashed AS (
    SELECT page_run.*, hash(settings) AS setting_set, hash(setting_set, others, written) AS stated
    FROM page_run
    JOIN loaded_run USING (key)
)
SELECT * EXCLUDE (stated)
FROM hashed
WINDOW kin AS (PARTITION BY study, loaded_as, model)
QUALIFY min(stated) OVER kin < max(stated) OVER kin;

SELECT EXISTS (FROM crowded_run);

-- In what they differ. `task` is '' for what is so in a whole run. Versions of tools tell no runs apart: pages list them for
-- pairs. The spelling of a model's name does, because several spellings share one name.
CREATE TEMP TABLE crowded_setting AS
WITH entry AS (
    SELECT setting_set, unnest(map_entries(settings)) AS one
    FROM (SELECT setting_set, any_value(key) AS key FROM crowded_run GROUP BY setting_set)
    JOIN loaded_run USING (key)
),
setting AS (
    SELECT setting_set, setting_name(one."key") AS name, coalesce(setting_task(one."key"), '') AS task, one."value" AS value
    FROM entry
    JOIN setting_role ON raw = one."key" AND role = 'setting'
),
kin_set AS (SELECT DISTINCT study, loaded_as, model, setting_set FROM crowded_run),
of_set AS (
    SELECT study, loaded_as, model, name, setting_set, sum(hash(task, value)::HUGEINT) AS hash
    FROM kin_set
    JOIN setting USING (setting_set)
    GROUP BY ALL
),
set_count AS (SELECT study, loaded_as, model, count(*) AS sets FROM kin_set GROUP BY ALL),
differing AS (
    SELECT study, loaded_as, model, name
    FROM of_set
    JOIN set_count USING (study, loaded_as, model)
    GROUP BY study, loaded_as, model, name
    HAVING count(*) < any_value(sets) OR min(hash) < max(hash)
)
SELECT study, loaded_as, model, key, name, task, value
FROM crowded_run
JOIN differing USING (study, loaded_as, model)
JOIN setting USING (setting_set, name)
UNION ALL
SELECT study, loaded_as, model, key, '.' || other."key", '', other."value"
FROM (SELECT * EXCLUDE (others), unnest(others) AS other FROM crowded_run)
UNION ALL
SELECT study, loaded_as, model, key, '(maker)', '', regexp_extract(written, '^(.*)/', 1) FROM crowded_run
UNION ALL
SELECT study, loaded_as, model, key, '(spelling)', '', written FROM crowded_run;

-- What their runs have numbers for, benchmark and metric by their names, with the task whose settings count for it.
CREATE TEMP TABLE crowded_number AS
WITH number AS (
    SELECT run AS key, benchmark AS raw, metric, task_type, task_length, split, task_length IS NOT NULL AS typed
    FROM loaded_measurement
    WHERE value IS NOT NULL AND run IN (SELECT key FROM crowded_run)
    UNION
    SELECT run, benchmark, metric, NULL, NULL, NULL, false FROM sample_score WHERE run IN (SELECT key FROM crowded_run)
),
task AS (SELECT DISTINCT task FROM crowded_setting WHERE task <> '')
SELECT DISTINCT
    study, key, loaded_as, model, place, named.name AS benchmark, metric_by(number.metric, named.metric) AS metric,
    task_type, task_length, split, coalesce(whole.task, of_part.task, '') AS task
FROM number
JOIN (SELECT DISTINCT run AS key, study, typed FROM placed) AS its_page USING (key, typed)
JOIN crowded_run USING (key, study)
JOIN loaded_benchmark_name AS named USING (loaded_as, raw)
LEFT JOIN task AS whole ON whole.task = raw
LEFT JOIN task AS of_part ON of_part.task = task_of_part(raw);

-- The order in which they go into names: first conditions and the best known settings, last seeds, folders and digests.
CREATE TEMP MACRO is_shots(name) AS name IN ('num_fewshot', 'fewshot', 'n_shot', 'n_shots', 'shots', 'few_shot_num');
CREATE TEMP MACRO setting_rank(name) AS CASE
    WHEN starts_with(name, '.') THEN 0
    WHEN name = '(spelling)' THEN 9
    WHEN suffix(name, '_digest') OR name = 'hash' THEN 8
    WHEN name IN ('run', 'route', 'folder', '(maker)') THEN 7
    WHEN contains(name, 'seed') THEN 6
    WHEN is_shots(name) THEN 1
    WHEN regexp_matches(name, 'quant|load_in|revision|lora|peft|adapter|think|reason|effort|budget') THEN 2
    WHEN regexp_matches(name, 'type|precision|temperature|top_[pk]|min_p|max_|tok|penalty|sampl|beam|limit|epochs|repeats|attempts')
        THEN 3
    WHEN regexp_matches(name, 'prompt|template|system|judge|grader|subset|split') THEN 4
    ELSE 5
END;

-- A value as part of a name. A long value, or one with blanks that pages do not show, gets a digest to stay unique.
CREATE TEMP MACRO short_value(value) AS CASE
    WHEN length(value) <= 40 AND NOT regexp_matches(value, '[\n\t]|  ') THEN value
    ELSE regexp_replace(left(value, 32), '\s+', ' ', 'g') || '… ' || left(md5(value), 6)
END;
CREATE TEMP MACRO setting_words(name, value) AS CASE
    WHEN name IN ('route', 'folder', '(maker)') THEN coalesce('from ' || short_value(nullif(value, '')), 'by its bare name')
    WHEN name = '(spelling)' THEN 'written ' || short_value(value)
    WHEN starts_with(name, '.') AND value IS NULL THEN condition_noun(ltrim(name, '.')) || ' not stated'
    WHEN value IS NULL THEN split_part(name, '.', -1) || ' not stated'
    WHEN starts_with(name, '.') THEN condition_words(ltrim(name, '.'), short_value(value))
    WHEN is_shots(name) THEN value || '-shot'
    WHEN suffix(name, '_digest') THEN replace(left(name, length(name) - length('_digest')), '_', ' ') || ' ' || left(value, 8)
    ELSE split_part(name, '.', -1) || ' ' || short_value(value)
END;

-- The settings that go into the names of a family's runs (`kin`), of groups of them that have to be told apart: the first one
-- that tells all apart, else the first few that do together.
CREATE TEMP MACRO telling(relation) AS TABLE
WITH given AS (
    SELECT one.*, coalesce(family, model) AS kin FROM query_table(relation) AS one JOIN model AS its ON its.name = one.model
),
member AS (SELECT DISTINCT id, study, loaded_as, kin, key FROM given),
size AS (SELECT id, count(*) AS runs FROM member GROUP BY id),
differing AS (
    SELECT id, study, loaded_as, kin, name, max(length(setting_words(name, value))) AS length
    FROM given
    JOIN size USING (id)
    GROUP BY id, study, loaded_as, kin, name
    HAVING count(*) < any_value(runs) OR min(value) < max(value)
),
ordered AS (
    SELECT
        study, loaded_as, kin, name,
        row_number() OVER (PARTITION BY study, loaded_as, kin ORDER BY setting_rank(name), max(length), name) AS position
    FROM differing
    GROUP BY study, loaded_as, kin, name
    QUALIFY position <= 64
),
-- The values of each run. `so_far` is equal for runs that agree in all settings up to this position.
told AS (
    SELECT
        member.id, member.study, member.loaded_as, member.kin, member.key, ordered.name, position, value,
        sum(hash(position, coalesce(value, ''))::HUGEINT) OVER (PARTITION BY member.id, member.key ORDER BY position) AS so_far
    FROM member
    JOIN ordered USING (study, loaded_as, kin)
    LEFT JOIN given ON given.id = member.id AND given.key = member.key AND given.name = ordered.name
),
part AS (
    SELECT
        id, study, loaded_as, kin, name, position,
        count(DISTINCT coalesce(value, '')) AS parts, count(DISTINCT so_far) AS together
    FROM told
    GROUP BY id, study, loaded_as, kin, name, position
),
grown AS (
    SELECT
        *, max(together) OVER (PARTITION BY id) AS variants, lag(together, 1, 1) OVER (PARTITION BY id ORDER BY position) AS before
    FROM part
),
judged AS (
    SELECT
        study, loaded_as, kin, name, position,
        bool_and(parts = variants) AS alone, bool_or(together > before) AS adds, bool_and(together = variants) AS enough
    FROM grown
    GROUP BY study, loaded_as, kin, name, position
),
few AS (SELECT * FROM judged QUALIFY position <= min(position) FILTER (enough) OVER (PARTITION BY study, loaded_as, kin)),
chosen AS (
    FROM few
    QUALIFY CASE
        WHEN bool_or(alone) OVER (PARTITION BY study, loaded_as, kin)
            THEN position = min(position) FILTER (alone) OVER (PARTITION BY study, loaded_as, kin)
        ELSE adds
    END
)
SELECT study, loaded_as, model, name, position
FROM chosen
JOIN (SELECT DISTINCT study, loaded_as, kin, model FROM given) AS its USING (study, loaded_as, kin);

-- What the runs of groups state, by the tasks of the groups: what is so for a task goes before what is so for a whole run.
CREATE TEMP MACRO stated_by(relation) AS TABLE
SELECT
    id, study, loaded_as, model, key, name,
    coalesce(max(value) FILTER (crowded_setting.task <> ''), max(value) FILTER (crowded_setting.task = '')) AS value
FROM query_table(relation) AS of_group
JOIN crowded_setting USING (study, key)
WHERE crowded_setting.task IN ('', of_group.task)
GROUP BY id, study, loaded_as, model, key, name;

-- The runs that have a number for the same at one place: each group of them once.
CREATE TEMP TABLE rival AS
WITH grouped AS (
    SELECT DISTINCT study, list_sort(list({'key': key, 'task': task})) AS runs
    FROM crowded_number
    GROUP BY study, loaded_as, model, place, benchmark, metric, task_type, task_length, split
    HAVING count(DISTINCT key) > 1
)
SELECT row_number() OVER () AS id, study, unnest(runs, recursive := true) FROM grouped;

CREATE TEMP TABLE rival_value AS FROM stated_by('rival');
CREATE TEMP TABLE deciding AS FROM telling('rival_value');

-- What each run states where it meets others at one place that state something else: of a setting of single tasks the values
-- of these tasks alone.
CREATE TEMP TABLE met_value AS
WITH size AS (SELECT id, count(DISTINCT key) AS runs FROM rival GROUP BY id),
parting AS (
    SELECT id, name
    FROM rival_value
    JOIN size USING (id)
    GROUP BY id, name
    HAVING count(*) < any_value(runs) OR min(value) < max(value)
)
SELECT rival.study, rival.key, parting.name, string_agg(DISTINCT value, ' | ' ORDER BY value) AS value
FROM parting
JOIN rival USING (id)
LEFT JOIN rival_value ON rival_value.id = parting.id AND rival_value.key = rival.key AND rival_value.name = parting.name
GROUP BY ALL;

-- The words of all runs of these models; `meets` others where they count. What does not has all that it states.
CREATE TEMP VIEW telling_value AS
SELECT
    run.study, run.loaded_as, run.model, run.key, deciding.name, position,
    bool_or(met.key IS NOT NULL) AS meets,
    CASE WHEN bool_or(met.key IS NOT NULL) THEN any_value(met.value)
        ELSE coalesce(max(stated.value) FILTER (task = ''), string_agg(DISTINCT stated.value, ' | ' ORDER BY stated.value))
    END AS value
FROM crowded_run AS run
JOIN deciding USING (study, loaded_as, model)
LEFT JOIN met_value AS met ON met.study = run.study AND met.key = run.key AND met.name = deciding.name
LEFT JOIN crowded_setting AS stated ON stated.study = run.study AND stated.key = run.key AND stated.name = deciding.name
GROUP BY ALL;

-- What tells trainings or settings apart whose numbers are at other places of one line, so that no curve mixes them: of what is
-- stated, all that does not only follow an axis. The samples seen so far do, a setting that was changed once on the way, and
-- the tokens that a window and a ratio keep: each place has one value, and none comes back along the axis. Digests and
-- spellings do not: that they differ follows from something else.
CREATE TEMP TABLE line AS
WITH worded AS (
    SELECT study, key, sum(hash(name, coalesce(value, ''))::HUGEINT) AS words FROM telling_value GROUP BY ALL
),
grouped AS (
    SELECT DISTINCT study, list_sort(list(DISTINCT {'key': key, 'task': task})) AS runs
    FROM crowded_number
    LEFT JOIN worded USING (study, key)
    GROUP BY
        study, loaded_as, model, words, place['method'], place['selector'], place['kv_method'],
        benchmark, metric, task_type, task_length, split
    HAVING count(DISTINCT key) > 1
)
SELECT row_number() OVER () AS id, study, unnest(runs, recursive := true) FROM grouped;

CREATE TEMP TABLE line_value AS
WITH varying AS (
    FROM stated_by('line')
    WHERE name <> '(spelling)' AND NOT suffix(name, '_digest')
    QUALIFY min(value) OVER (PARTITION BY id, name) < max(value) OVER (PARTITION BY id, name)
),
placed_value AS (
    SELECT id, name, place, value FROM varying JOIN crowded_run USING (study, key)
),
point AS (
    SELECT DISTINCT id, name, one."key" AS axis, try_cast(one."value" AS DOUBLE) AS number, value
    FROM (SELECT id, name, unnest(map_entries(place)) AS one, value FROM placed_value)
),
stepped AS (
    SELECT *, coalesce(value <> lag(value) OVER (PARTITION BY id, name, axis ORDER BY number), false) AS changes
    FROM point
    WHERE number IS NOT NULL
),
following AS (
    SELECT id, name
    FROM stepped
    GROUP BY id, name, axis
    HAVING count(*) = count(DISTINCT number) AND count(*) FILTER (changes) = count(DISTINCT value) - 1
    UNION
    SELECT id, name
    FROM (SELECT DISTINCT id, name, place::TEXT AS place, value FROM placed_value)
    GROUP BY id, name
    HAVING count(*) = count(DISTINCT place) AND 2 * count(DISTINCT value) > count(*)
)
FROM varying
ANTI JOIN following USING (id, name);

INSERT INTO deciding
SELECT * REPLACE (position + 64 AS position)
FROM telling('line_value')
ANTI JOIN deciding AS known USING (study, loaded_as, model, name);

-- How many leading parts all folders of a model share, so that at least one part of each folder is left.
CREATE TEMP TABLE named_value AS
WITH folder AS (
    SELECT study, loaded_as, model, string_split(min(value), '/') AS first, string_split(max(value), '/') AS last
    FROM telling_value
    WHERE name = 'folder'
    GROUP BY ALL
),
shared AS (
    SELECT
        study, loaded_as, model,
        list_max(list_filter(range(1, least(len(first), len(last))), lambda k: first[:k] = last[:k])) AS parts
    FROM folder
)
SELECT
    telling_value.* REPLACE (
        CASE WHEN name = 'folder' AND parts > 0 THEN array_to_string(string_split(value, '/')[parts + 1:], '/') ELSE value END AS value
    )
FROM telling_value
LEFT JOIN shared USING (study, loaded_as, model);

-- Each of them is a model of its own, of a family of its own: no mark, curve or step in size mixes them.
-- Where most runs of a model are one series, three at one place at least, these keep its name, and so does a run at their place
-- that meets no other: only the odd ones are named.
INSERT INTO run_name
WITH worded AS (
    SELECT
        key, study, loaded_as, model, place, string_agg(setting_words(name, value), ', ' ORDER BY position) AS words,
        bool_or(meets) AS meets
    FROM named_value
    JOIN crowded_run USING (key, study, loaded_as, model)
    GROUP BY ALL
),
usual AS (
    SELECT study, loaded_as, model, words, list(DISTINCT place) AS places
    FROM (
        SELECT
            *, count(*) OVER (PARTITION BY study, loaded_as, model) AS runs,
            count(*) OVER (PARTITION BY study, loaded_as, model, words) AS alike,
            count(*) OVER (PARTITION BY study, loaded_as, model, words, place) AS in_series
        FROM worded
        WHERE meets
    )
    GROUP BY study, loaded_as, model, words
    HAVING 2 * any_value(alike) > any_value(runs) AND max(in_series) >= 3
)
SELECT key, study, model || ' · ' || worded.words AS name
FROM worded
LEFT JOIN usual USING (study, loaded_as, model)
WHERE usual.words IS NULL OR (usual.words <> worded.words AND (meets OR NOT list_contains(places, place)));

INSERT INTO loaded_model_name
SELECT DISTINCT
    loaded_as, name, name, family || right(name, length(name) - length(model)), params_b, list_contains(inferred, 'params_b')
FROM run_name
JOIN progressed USING (key)
WHERE name NOT IN (SELECT name FROM model);

INSERT INTO model
SELECT name, [], min(family), max(params_b), bool_or(inferred)
FROM loaded_model_name
WHERE name NOT IN (SELECT name FROM model)
GROUP BY name;
