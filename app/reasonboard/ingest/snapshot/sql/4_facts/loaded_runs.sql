-- The names, metrics and progress of what was loaded: what the studies decide by which runs they take.

-- The loaded runs with what a person says about their models, by the name in the file or the one shown. A family that was
-- inferred from a name is called as in the catalogue, or else as one of its spellings in the load.
CREATE TEMP TABLE resolved_run AS
WITH aliased AS (
    SELECT
        shown_name.*, coalesce(by_raw.family, by_model.family, by_name.family) AS family,
        coalesce(by_raw.params_b, by_model.params_b, by_name.params_b) AS params_b,
        coalesce(by_raw.step, by_model.step, by_name.step) AS step,
        coalesce(by_raw.iteration, by_model.iteration, by_name.iteration) AS iteration,
        coalesce(by_raw.steps, by_model.steps, by_name.steps) AS steps
    FROM shown_name
    LEFT JOIN alias_model AS by_raw ON by_raw.raw = raw_model
    LEFT JOIN alias_model AS by_model ON by_model.raw = model
    LEFT JOIN alias_model AS by_name ON by_name.raw = shown_name.name
)
SELECT
    loaded_run.* EXCLUDE (settings) REPLACE (
        aliased.name AS model,
        coalesce(
            aliased.family,
            CASE WHEN list_contains(inferred, 'family')
                THEN coalesce(family_word.name, min(word) OVER (PARTITION BY loaded_run.loaded_as, spelling)) END,
            loaded_run.family
        ) AS family,
        coalesce(aliased.params_b, loaded_run.params_b) AS params_b,
        coalesce(aliased.step, loaded_run.step) AS step,
        coalesce(aliased.iteration, loaded_run.iteration) AS iteration,
        coalesce(loaded_run.build, setting_facts.build) AS build,
        coalesce(loaded_run.repeat, setting_facts.repeat) AS repeat,
        list_filter(
            inferred,
            lambda name: NOT (
                (name = 'family' AND aliased.family IS NOT NULL) OR (name = 'params_b' AND aliased.params_b IS NOT NULL)
                OR (name = 'model' AND name_from = 'as an alias says')
                OR (name = 'step' AND coalesce(aliased.step, aliased.iteration) IS NOT NULL)
            )
        ) AS inferred
    ),
    steps,
    CASE WHEN starts_with(loaded_run.raw_model, './') THEN aliased.name ELSE loaded_run.model END AS written,
    name_from, setting_facts.configuration, coalesce(loaded_run.build, setting_facts.build_key) AS build_key
FROM loaded_run
JOIN setting_facts
    ON stated = hash(loaded_run.settings) AND setting_facts.tool = loaded_run.tool
    AND setting_facts.tool_version IS NOT DISTINCT FROM loaded_run.tool_version
JOIN aliased
    ON aliased.loaded_as = loaded_run.loaded_as AND aliased.raw_model = loaded_run.raw_model
    AND aliased.model = loaded_run.model
LEFT JOIN family_word ON word = loaded_run.family;

INSERT INTO loaded_model_name
SELECT DISTINCT loaded_as, model, written, family, params_b, list_contains(inferred, 'params_b')
FROM resolved_run
WHERE model NOT IN (SELECT name FROM model);

INSERT INTO model
SELECT
    name, coalesce(list(DISTINCT written ORDER BY written) FILTER (written <> name), []), min(family), max(params_b),
    bool_or(inferred)
FROM loaded_model_name
GROUP BY name;

-- Are two numbers the same, but for the digits that a tool writes?
CREATE MACRO is_rounded(written, exact) AS abs(written - exact) <= 1e-3 * greatest(1, abs(exact));

-- Every number that was loaded, without a value where its file has NaN, Infinity or N/A, and the means of samples for which no
-- file states one. A length without a type of task has one axis of two; a type without a length is a part of its benchmark.
-- It has the metric and the attempts that the name of its benchmark states: of these more is better.
CREATE TEMP VIEW loaded_number AS
WITH
-- The means of answers that are no shares of right ones: their count of answers says nothing, so a number that a file states
-- without its standard error has that of its answers.
graded AS (
    SELECT run, benchmark, metric, unit, value, stderr, n_items
    FROM sample_score
    JOIN loaded_run ON key = run
    WHERE unit <> 'fraction' OR NOT called_proportion(metric)
),
written_number AS (
    SELECT
        loaded_measurement.* EXCLUDE (aggregate) REPLACE (
            CASE WHEN task_length IS NOT NULL THEN coalesce(task_type, 'type not stated') END AS task_type,
            CASE WHEN task_length IS NULL AND task_type IS NOT NULL THEN concat_ws(' · ', split, task_type) ELSE split END AS split,
            coalesce(loaded_measurement.stderr, graded.stderr) AS stderr,
            coalesce(loaded_measurement.n_items, graded.n_items) AS n_items
        ),
        {
            'unit': loaded_measurement.unit, 'higher_is_better': higher_is_better, 'aggregate': aggregate, 'missing': missing,
            'otherwise': {
                'metric': loaded_measurement.metric, 'task_type': task_type, 'split': split, 'stderr': loaded_measurement.stderr,
                'n_items': loaded_measurement.n_items, 'n_repeats': n_repeats
            }
        } AS as_stated
    FROM loaded_measurement
    LEFT JOIN graded
        ON graded.run = loaded_measurement.run AND graded.benchmark = loaded_measurement.benchmark
        AND graded.metric = loaded_measurement.metric AND graded.unit = loaded_measurement.unit
        AND is_rounded(loaded_measurement.value, graded.value)
    UNION ALL BY NAME
    SELECT
        run, sha256, benchmark, metric, unit,
        value, stderr, n_items, n_repeats, 'mean over the items of ' || samples || ' samples' AS locator
    FROM sample_score
    JOIN loaded_run ON key = run
    ANTI JOIN loaded_measurement USING (run, benchmark, metric)
    UNION ALL BY NAME
    SELECT
        run, sha256, benchmark, 'token_length' AS metric, 'tokens' AS unit,
        tokens / samples AS value, n_items, 'mean of ' || samples || ' samples' AS locator
    FROM token_sum
    JOIN loaded_run ON key = run
    ANTI JOIN (SELECT run, benchmark FROM loaded_measurement WHERE metric = 'token_length') AS stated USING (run, benchmark)
)
SELECT
    written_number.* REPLACE (
        metric_by(written_number.metric, way.metric) AS metric,
        CASE
            WHEN metric_by(written_number.metric, way.metric) <> written_number.metric THEN true ELSE higher_is_better
        END AS higher_is_better,
        coalesce(written_number.n_repeats, way.n_repeats) AS n_repeats
    )
FROM written_number
LEFT JOIN (
    SELECT DISTINCT raw, metric, n_repeats FROM benchmark_word WHERE metric IS NOT NULL OR n_repeats IS NOT NULL
) AS way ON raw = benchmark;
-- Is more better, where all that say it agree? Else, as where none says it, the name of the metric may say it.
CREATE MACRO agreed(higher_is_better) AS
CASE WHEN bool_and(higher_is_better) = bool_or(higher_is_better) THEN bool_and(higher_is_better) END;

-- What every run has of each metric; `typed` are numbers with a task's type and length.
CREATE TEMP TABLE number_group AS
SELECT
    run, sha256, metric, unit, task_type IS NOT NULL AND task_length IS NOT NULL AS typed,
    agreed(higher_is_better) AS higher_is_better
FROM loaded_number
GROUP BY ALL;

-- A metric that is known in another unit is another metric. Answers have a name for theirs whatever their run states by it,
-- and whatever other loads do.
CREATE TEMP TABLE metric_name AS
SELECT
    raw, loaded.unit,
    CASE WHEN any_value(metric.unit) <> loaded.unit THEN raw || ' (' || loaded.unit || ')' ELSE raw END AS name,
    row_number() OVER (ORDER BY raw, loaded.unit) AS place
FROM (
    SELECT DISTINCT metric AS raw, unit FROM number_group
    UNION
    SELECT DISTINCT metric_by(sample_score.metric, word.metric), unit
    FROM sample_score
    JOIN loaded_run ON key = run
    JOIN (SELECT DISTINCT raw, metric FROM benchmark_word) AS word ON raw = benchmark
) AS loaded
LEFT JOIN metric ON metric.name = raw
GROUP BY raw, loaded.unit;

INSERT INTO loaded_metric_name
SELECT loaded_as, name, metric_name.unit, agreed(number_group.higher_is_better)
FROM number_group
JOIN loaded_run ON key = run
JOIN metric_name ON raw = metric AND metric_name.unit = number_group.unit
WHERE name NOT IN (SELECT name FROM metric)
GROUP BY ALL;

-- The runs with their progress: stated, else the share of the steps of the whole training, which a
-- person says or the last step of the family in the load is.
CREATE TEMP TABLE progressed AS
SELECT
    resolved_run.* EXCLUDE (model, progress, family, params_b, steps, name_from),
    model.name AS model,
    model.family,
    model.params_b,
    resolved_run.iteration IS NULL AND step IS NOT NULL AS pretrained,
    coalesce(
        progress,
        CASE
            WHEN resolved_run.iteration IS NOT NULL THEN NULL
            WHEN steps IS NOT NULL THEN least(step / steps, 1)
            WHEN max(step) OVER kin > 0 AND min(step) OVER kin < max(step) OVER kin
                THEN step / max(step) OVER kin
        END
    ) AS progress
FROM resolved_run
JOIN model ON model.name = resolved_run.model
WINDOW kin AS (PARTITION BY loaded_as, coalesce(model.family, model.name));

SELECT EXISTS (FROM loaded_metric_name);

INSERT INTO metric
SELECT
    name, name, unit, coalesce(stated, called_direction(replace(name, ' (' || unit || ')', ''))),
    unit = 'fraction' AND called_proportion(name)
FROM (SELECT name, min(unit) AS unit, agreed(higher_is_better) AS stated FROM loaded_metric_name GROUP BY name);
