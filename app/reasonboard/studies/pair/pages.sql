-- What the page of two models reads, beside the tables of models.

-- All runs of these by which a model is scored: repeats with other seeds are one.
CREATE MACRO runs_of(wanted) AS (
    SELECT coalesce(list(run), []) FROM run_of_model JOIN model_run ON model_run.number = run_of_model.number
    WHERE key = wanted
);

-- The scores that each A and B have on the same benchmark, by a metric that is called alike; those of A alone if B is ''.
CREATE MACRO scores_beside(keys_a, key_b, in_metric) AS TABLE
WITH score AS (
    SELECT
        key, "column" AS benchmark, panel, of_benchmark, split, is_whole, metric, unit, scale, higher_is_better, value, stderr, n_items, n_listed,
        n_repeats, n_seeds, seed_sd, reruns, repeat_seeds, repeat_values, kind::TEXT AS kind, locators[1] AS locator, "aggregate"
    FROM scores_of_keys(list_append(keys_a, key_b), in_metric) AS measured
    QUALIFY row_number() OVER (PARTITION BY key, "column" ORDER BY measured.kind, locators[1]) = 1
)
SELECT one.benchmark, one AS a, other AS b
FROM score AS one
LEFT JOIN score AS other
    ON other.benchmark = one.benchmark AND other.unit = one.unit AND other.key = key_b AND one.key <> key_b
WHERE one.key IN (SELECT unnest(keys_a));

-- Of a score what a test reads.
CREATE MACRO for_test(score) AS {
    'key': score.key, 'of_benchmark': score.of_benchmark, 'metric': score.metric, 'unit': score.unit, 'scale': score.scale,
    'higher_is_better': score.higher_is_better, 'value': score.value, 'stderr': score.stderr, 'n_items': score.n_items,
    'n_listed': score.n_listed, 'n_repeats': score.n_repeats, 'n_seeds': score.n_seeds, 'seed_sd': score.seed_sd, 'reruns': score.reruns
};

-- The benchmarks that each A and B have (all of A where B is ''), each with what is known of both scores, and with what
-- publishing made of their answers, as it does for the highest runs of a column (models/across.sql): these are not read. It
-- may be open what they say: then they are asked for by their runs (core/sql/paired_scores.sql).
CREATE MACRO published_beside(keys_a, wanted_b, in_metric) AS TABLE
WITH score AS MATERIALIZED (SELECT * FROM scores_beside(keys_a, wanted_b, in_metric)),
published AS (
    SELECT score.a.of_benchmark AS benchmark, paired.* EXCLUDE (panel, metric_a, metric_b)
    FROM score
    JOIN (
        SELECT
            panel, key_a AS key, metric_a, metric_b, items_a, items_b, n, mean_a, mean_b, sd, only_a, only_b, "binary", attempts,
            seeds_a, seeds_b
        FROM paired_run
        WHERE key_b = wanted_b
        UNION ALL
        SELECT
            panel, key_b, metric_b, metric_a, items_b, items_a, n, mean_b, mean_a, sd, only_b, only_a, "binary", attempts,
            seeds_b, seeds_a
        FROM paired_run
        WHERE key_a = wanted_b
    ) AS paired
        ON paired.panel = score.a.panel AND paired.panel = score.b.panel AND paired.key = score.a.key
        AND paired.metric_a = score.a.metric AND paired.metric_b = score.b.metric
    WHERE score.a.is_whole AND score.b.is_whole
)
SELECT
    score.benchmark, score.a, score.b, score.a.unit AS unit,
    list_distinct([score.a.kind] || CASE WHEN score.b.key IS NULL THEN [] ELSE [score.b.kind] END) AS kinds,
    coalesce(COLUMNS(['items_a', 'items_b', 'n', 'only_a', 'only_b']), 0), coalesce("binary", false) AS "binary",
    mean_a, mean_b, sd, attempts, seeds_a, seeds_b,
    coalesce(score.a.is_whole AND score.b.is_whole, false) AND published.benchmark IS NULL AS may_be_open
FROM score
LEFT JOIN published
    ON published.benchmark = score.a.of_benchmark AND published.key = score.a.key AND score.a.is_whole AND score.b.is_whole
WHERE wanted_b = '' OR score.b.key IS NOT NULL;

-- The same for a single A. Rows `are_open` if answers of A or B are loaded and their paired numbers are not published.
CREATE MACRO published_scores(wanted_a, wanted_b, in_metric) AS TABLE
SELECT
    * EXCLUDE (may_be_open), runs_of(wanted_a) AS runs_a, runs_of(wanted_b) AS runs_b,
    may_be_open AND EXISTS (FROM answered WHERE run IN (SELECT unnest(runs_of(wanted_a) || runs_of(wanted_b)))) AS are_open
FROM published_beside([wanted_a], wanted_b, in_metric);

-- The settings of A and of B on a benchmark, from the runs with a number for it, or from all runs if there is none. A setting of a
-- single task (`num_fewshot[gsm8k]`) counts if the task is this benchmark, before the setting of the whole run.
CREATE MACRO settings_of_pair(key_a, key_b, on_benchmark) AS TABLE
WITH side AS MATERIALIZED (SELECT key = key_a AS of_a, number, tool, tool_version FROM model_run WHERE key IN (key_a, key_b)),
run_of AS MATERIALIZED (SELECT of_a, run FROM side JOIN run_of_model USING (number)),
measured AS (
    SELECT * FROM run_of
    WHERE run IN (
        SELECT cell.run
        FROM (SELECT run, benchmark FROM dated_cell_value UNION ALL SELECT run, benchmark FROM each_value) AS cell
        WHERE cell.benchmark = on_benchmark AND cell.run IN (SELECT run FROM run_of)
    )
),
chosen AS (
    FROM measured
    UNION ALL
    FROM run_of WHERE of_a NOT IN (SELECT of_a FROM measured)
),
stated AS (
    SELECT of_a, unnest(map_entries(settings)) AS one
    FROM (SELECT DISTINCT of_a, settings FROM chosen JOIN run ON run.id = chosen.run)
    UNION ALL
    SELECT of_a, {'key': 'harness', 'value': tool} FROM side WHERE tool IS NOT NULL
    UNION ALL
    SELECT of_a, {'key': 'harness_version', 'value': tool_version} FROM side WHERE tool_version IS NOT NULL
),
parted AS (
    SELECT of_a, setting_name(one."key") AS name, setting_task(one."key") AS task, one."value" AS value
    FROM stated
),
spelled AS (
    SELECT unnest([name] || aliases) AS written FROM benchmark WHERE name = on_benchmark
    UNION ALL
    SELECT raw FROM loaded_benchmark_name WHERE name = on_benchmark
),
task_name AS (SELECT unnest([written, task_of_part(written)]) AS task FROM spelled),
of_task AS (
    SELECT of_a, name, task IS NULL AS of_run, array_to_string(list_sort(list(DISTINCT value)), ' | ') AS value
    FROM parted
    WHERE (task IS NULL OR task IN (FROM task_name)) AND name <> 'folder'
    GROUP BY of_a, name, of_run
),
known AS (SELECT DISTINCT ON (of_a, name) of_a, name, value FROM of_task ORDER BY of_a, name, of_run)
SELECT
    name, min(value) FILTER (of_a) AS a, min(value) FILTER (NOT of_a) AS b,
    CASE WHEN count(*) < 2 THEN 'unknown' WHEN min(value) = max(value) THEN 'same' ELSE 'differs' END AS state,
    is_build(name) AS is_version
FROM known
GROUP BY name;

-- Does a problem stand in the set `items` of those with this `outcome` (see `problems_of_pair`), by its scores of A and B? It
-- says so with numbers: a million outcomes compared as words take longer than all else of a page.
CREATE MACRO is_listed(items, key_b, a, b) AS CASE items
    WHEN 'all' THEN true
    WHEN 'a' THEN a > b
    WHEN 'b' THEN a < b
    WHEN 'flipped' THEN CASE key_b WHEN '' THEN a NOT IN (0, 1) ELSE a <> b END
    WHEN 'right' THEN CASE key_b WHEN '' THEN a = 1 ELSE a = b AND a > 0 END
    WHEN 'wrong' THEN CASE key_b WHEN '' THEN a = 0 ELSE a = b AND a <= 0 END
    ELSE false
END;

-- What became of a problem, by its scores of A and B (see `problems_of_pair`).
CREATE MACRO outcome_of(key_b, a, b) AS CASE
    WHEN key_b = '' THEN CASE a WHEN 1 THEN 'right' WHEN 0 THEN 'wrong' ELSE 'flipped' END
    WHEN a > b THEN 'a'
    WHEN a < b THEN 'b'
    WHEN a > 0 THEN 'right'
    ELSE 'wrong'
END;

-- Has a problem one of the values that are wanted of each field (`level:5`, or `level:` of a problem without a level), as the
-- file of A states them as JSON, or else that of B? With nothing wanted every problem has.
CREATE MACRO has_fields(fields_a, fields_b, wanted) AS CASE
    WHEN len(wanted) = 0 THEN true
    ELSE len(
        list_filter(
            list_distinct(list_transform(wanted, lambda field: split_part(field, ':', 1))),
            lambda name: NOT list_contains(
                wanted,
                name || ':' || coalesce(
                    short_number((fields_a::JSON::MAP(TEXT, TEXT))[name]), short_number((fields_b::JSON::MAP(TEXT, TEXT))[name]), ''
                )
            )
        )
    ) = 0
END;

-- The problems of a benchmark of A and B that have these fields, each with both answers: those that both answered, or all of A where B is ''.
-- `outcome` is 'a' or 'b' for the higher score, 'right' or 'wrong' where both are alike; of A alone 'flipped' where its
-- attempts are not all right or all wrong. They pair by text where `by_text`, else by id. What is not a key or a field is of
-- sql/sides.sql.
CREATE MACRO problems_of_pair(key_a, key_b, on_benchmark, metric_a, metric_b, score_a, score_b, with_fields) AS TABLE
WITH problem AS (
    SELECT * EXCLUDE (benchmark, partial_a, partial_b)
    FROM items_alike(nullif(score_a, '')::UBIGINT, nullif(score_b, '')::UBIGINT)
    UNION ALL
    SELECT * EXCLUDE (benchmark, partial_a, partial_b)
    FROM items_joined(runs_of(key_a), runs_of(key_b), [on_benchmark], [metric_a], [metric_b])
    WHERE score_a = '' AND key_b <> ''
    UNION ALL
    SELECT item, item_place, score, NULL, n, NULL, c, NULL, tokens, NULL, cut, NULL, finish, NULL, by_text, fields, NULL
    FROM item_answers(runs_of(key_a), [on_benchmark], [metric_a])
    WHERE key_b = ''
)
SELECT
    * EXCLUDE (by_text, fields_a, fields_b),
    outcome_of(key_b, a, b) AS outcome,
    abs(a - coalesce(b, 0.5)) AS difference,
    by_text
FROM problem
WHERE has_fields(fields_a, fields_b, with_fields);
