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

-- What a page has of each run: its place on the axes, and all in which it may differ from others at that place. What the file
-- writes before the name counts as a setting: a route, or the folders of another model of that name, whatever its step.
-- Digests do not: that they differ follows from something else, and is said where two runs are compared.
CREATE TEMP TABLE page_run AS
WITH stated AS (
    SELECT
        progressed.key, used.study, used.loaded_as, model, progressed.raw_model, settings, conditions_of(progressed) AS conditions,
        coalesce(axes, map_keys(conditions)) AS axes, coalesce(named, false) AS is_inferred
    FROM (SELECT DISTINCT loaded_as, study, run FROM placed) AS used
    JOIN progressed ON progressed.key = used.run
    LEFT JOIN (SELECT loaded_as, raw_model, bool_and(named) AS named FROM written_name GROUP BY ALL) AS written
        ON written.loaded_as = progressed.loaded_as AND written.raw_model = progressed.raw_model
    LEFT JOIN (SELECT DISTINCT study, axes FROM study_need) AS page ON page.study = used.study
)
SELECT
    key, study, loaded_as, model,
    map_from_entries(list_filter(map_entries(conditions), lambda one: list_contains(axes, one."key"))) AS place,
    map_concat(
        map_from_entries(list_transform(
            list_filter(map_entries(conditions), lambda one: NOT list_contains(axes, one."key")),
            lambda one: {'key': '.' || one."key", 'value': one."value"}
        )),
        map_from_entries(list_filter(map_entries(settings), lambda one: NOT contains(one."key", '_digest'))),
        CASE
            WHEN starts_with(raw_model, './') THEN map()
            WHEN is_inferred THEN map(['from'], [regexp_replace(
                raw_model, '(step|checkpoint|ckpt|iter(ation)?)[-_= ]?[0-9]+|[0-9]{4}-[0-9]{2}-[0-9]{2}.*', '#', 'gi'
            )])
            ELSE map(['from'], [regexp_replace(regexp_extract(raw_model, '^(.*)/', 1), '[0-9]+', '#', 'g')])
        END
    ) AS stated
FROM stated;

-- The models whose runs differ in it, and their runs.
CREATE TEMP TABLE crowded_run AS
SELECT page_run.*
FROM page_run
JOIN (
    SELECT study, loaded_as, model FROM page_run GROUP BY ALL HAVING count(DISTINCT stated::TEXT) > 1
) USING (study, loaded_as, model);

-- What their runs have numbers for: benchmark and metric by their names.
CREATE TEMP TABLE crowded_number AS
SELECT DISTINCT
    study, key, loaded_as, model, place, named.name AS benchmark, metric_by(number.metric, named.metric) AS metric,
    task_type, task_length, split
FROM (
    SELECT run AS key, benchmark AS raw, metric, task_type, task_length, split, task_length IS NOT NULL AS typed
    FROM loaded_measurement
    WHERE value IS NOT NULL AND run IN (SELECT key FROM crowded_run)
    UNION
    SELECT run, benchmark, metric, NULL, NULL, NULL, false FROM sample_score WHERE run IN (SELECT key FROM crowded_run)
) AS number
JOIN (SELECT DISTINCT run AS key, study, typed FROM placed) AS its_page USING (key, typed)
JOIN crowded_run USING (key, study)
JOIN loaded_benchmark_name AS named USING (loaded_as, raw);

CREATE TEMP MACRO condition_name(name) AS coalesce(map {
    '.train_samples': 'samples', '.selector_params_b': 'selector size', '.kv_method': 'KV method', '.kv_window': 'window',
    '.kv_ratio': 'ratio'
}[name], ltrim(name, '.'));

CREATE TEMP MACRO setting_words(name, value) AS CASE
    WHEN name = 'from' THEN coalesce('from ' || nullif(right(value, 60), ''), 'by its bare name')
    WHEN coalesce(value, '') = '' THEN condition_name(name) || ' not stated'
    WHEN name IN ('.method', '.selector', '.kv_method') THEN left(value, 60)
    WHEN name = '.train_samples' THEN value || ' samples'
    WHEN name = '.selector_params_b' THEN 'selector ' || value || 'B'
    WHEN starts_with(name, '.') THEN condition_name(name) || ' ' || value
    WHEN name IN ('num_fewshot', 'fewshot', 'n_shot', 'shots') THEN value || '-shot'
    ELSE name || ' ' || left(value, 60)
END;

-- What tells the runs of each model apart in groups of them (`value`: what a run of a group states by a name, '' if nothing):
-- the shortest that alone does, else all in which they differ. It is one for all models of a family (`kin`).
CREATE TEMP MACRO telling(relation) AS TABLE
WITH given AS (
    SELECT one.*, coalesce(family, model) AS kin FROM query_table(relation) AS one JOIN model AS its ON its.name = one.model
),
variant AS (
    SELECT id, study, loaded_as, kin, count(DISTINCT words) AS variants
    FROM (
        SELECT id, study, loaded_as, kin, key, string_agg(name || ' ' || value, ', ' ORDER BY name) AS words
        FROM given
        GROUP BY ALL
    )
    GROUP BY ALL
),
part AS (
    SELECT id, name, count(DISTINCT value) AS parts, max(length(setting_words(name, value))) AS length
    FROM given
    GROUP BY ALL
    HAVING count(DISTINCT value) > 1
),
counted AS (SELECT study, loaded_as, kin, count(*) AS groups FROM variant GROUP BY ALL),
differing AS (
    SELECT study, loaded_as, kin, name, count(*) FILTER (parts = variants) = groups AS alone, max(length) AS length
    FROM part
    JOIN variant USING (id)
    JOIN counted USING (study, loaded_as, kin)
    GROUP BY study, loaded_as, kin, name, groups
),
chosen AS (
    SELECT study, loaded_as, kin, name
    FROM differing
    QUALIFY NOT bool_or(alone) OVER (PARTITION BY study, loaded_as, kin)
        OR row_number() OVER (PARTITION BY study, loaded_as, kin ORDER BY alone DESC, length, name) = 1
)
SELECT study, loaded_as, model, name
FROM chosen
JOIN (SELECT DISTINCT study, loaded_as, kin, model FROM given) AS its USING (study, loaded_as, kin);

-- The runs that have a number for the same at one place: each group of them once.
CREATE TEMP TABLE rival_value AS
WITH grouped AS (
    SELECT DISTINCT study, loaded_as, model, list_sort(list(key)) AS keys
    FROM crowded_number
    GROUP BY study, loaded_as, model, place, benchmark, metric, task_type, task_length, split
    HAVING count(*) > 1
),
rival AS (SELECT row_number() OVER () AS id, study, unnest(keys) AS key FROM grouped),
stated_name AS (SELECT DISTINCT id, unnest(map_keys(stated)) AS name FROM rival JOIN crowded_run USING (study, key))
SELECT id, study, loaded_as, model, key, name, coalesce(stated[name], '') AS value
FROM stated_name
JOIN rival USING (id)
JOIN crowded_run USING (study, key);

CREATE TEMP TABLE deciding AS FROM telling('rival_value');

-- What tells trainings or settings apart whose numbers are at other places of one line, so that no curve mixes them: of what is
-- stated, all that does not only follow an axis. The samples seen so far do, a setting that was changed once on the way, and
-- the tokens that a window and a ratio keep: each place has one value, and none comes back along the axis.
CREATE TEMP TABLE line_value AS
WITH worded AS (
    SELECT study, key, string_agg(name || ' ' || coalesce(stated[name], ''), ', ' ORDER BY name) AS words
    FROM crowded_run
    JOIN deciding USING (study, loaded_as, model)
    GROUP BY ALL
),
grouped AS (
    SELECT DISTINCT study, loaded_as, model, list_sort(list(DISTINCT key)) AS keys
    FROM crowded_number
    LEFT JOIN worded USING (study, key)
    GROUP BY
        study, loaded_as, model, words, place['method'], place['selector'], place['kv_method'],
        benchmark, metric, task_type, task_length, split
    HAVING count(DISTINCT key) > 1
),
line AS (SELECT row_number() OVER () AS id, study, unnest(keys) AS key FROM grouped),
entry AS (
    SELECT id, study, loaded_as, model, key, place, one."key" AS name, one."value" AS value
    FROM (SELECT * EXCLUDE (stated), unnest(map_entries(stated)) AS one FROM line JOIN crowded_run USING (study, key))
),
varying AS (
    FROM entry
    QUALIFY min(value) OVER (PARTITION BY id, name) < max(value) OVER (PARTITION BY id, name)
),
point AS (
    SELECT DISTINCT id, name, one."key" AS axis, try_cast(one."value" AS DOUBLE) AS number, value
    FROM (SELECT id, name, unnest(map_entries(place)) AS one, value FROM varying)
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
    FROM (SELECT DISTINCT id, name, place::TEXT AS place, value FROM varying)
    GROUP BY id, name
    HAVING count(*) = count(DISTINCT place) AND 2 * count(DISTINCT value) > count(*)
)
FROM varying
ANTI JOIN following USING (id, name);

INSERT INTO deciding FROM telling('line_value') EXCEPT FROM deciding;

-- Each of them is a model of its own, of a family of its own: no mark, curve or step in size mixes them.
CREATE TEMP TABLE run_name AS
SELECT key, study, model || ' · ' || string_agg(setting_words(name, stated[name]), ', ' ORDER BY name) AS name
FROM page_run
JOIN deciding USING (study, loaded_as, model)
GROUP BY key, study, model;

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
