-- What the pages of models and of pairs read, made once per snapshot of the cells.

-- The runs of a source that differ in more than seed and settings have one number each. Settings that change a number
-- make models of their own before (see loaded_runs.sql), so what is left of them stands with different benchmarks.
CREATE TABLE model_of_run AS
SELECT
    id AS run,
    dense_rank() OVER (
        ORDER BY source, model, method, step, iteration, CASE WHEN step IS NULL AND iteration IS NULL THEN progress END,
            train_samples, selector, kv_method, kv_window, kv_ratio
    )::INTEGER + coalesce(getvariable('used_ids'), 0)::INTEGER AS number
FROM run
WHERE model IS NOT NULL;

-- The cells that a model is judged by: those of a whole benchmark or of a named part of it. Numbers by task type and
-- length stand on a page of their own, and lengths of answers are no scores.
CREATE TEMP VIEW judged AS
SELECT * FROM cell
WHERE model IS NOT NULL AND task_type IS NULL AND task_length IS NULL AND unit <> 'tokens';

-- A benchmark is called with its part where a source has several parts of it.
CREATE TABLE model_part AS
SELECT
    source, benchmark, split,
    benchmark || CASE WHEN count(*) OVER (PARTITION BY source, benchmark) > 1 AND split IS NOT NULL
        THEN ' · ' || split ELSE '' END AS name
FROM judged
GROUP BY source, benchmark, split;

-- A run that has times alone, as the last checkpoint of a log may, stands for no model.
CREATE TEMP TABLE judged_run AS
SELECT number, count(DISTINCT benchmark) FILTER (NOT aggregate) AS benchmarks
FROM judged
JOIN model_of_run USING (run)
WHERE unit NOT IN ('hours', 'seconds')
GROUP BY number;

CREATE TEMP MACRO run_words(method, step, iteration, progress, samples, selector, kv_method, kv_window, kv_ratio) AS
concat_ws(
    ' · ', method, selector, 'step ' || step, 'iteration ' || iteration, 'progress ' || progress,
    samples || ' samples', kv_method, 'window ' || kv_window, 'ratio ' || kv_ratio
);

-- The runs that were loaded, by their number, with what their files say of the tool.
CREATE TEMP TABLE loaded_by AS
SELECT number, arg_max(tool, coalesce(date, '')) AS tool, arg_max(tool_version, coalesce(date, '')) AS tool_version,
    max(date) AS date
FROM numbered
JOIN model_of_run ON run = id
GROUP BY number;

-- The settings that the runs of a number have: where they differ, all values of a setting.
CREATE TEMP TABLE set_of_run AS
WITH given AS (SELECT DISTINCT number, settings FROM run JOIN model_of_run ON run = id),
alone AS (SELECT number, any_value(settings) AS settings FROM given GROUP BY number HAVING count(*) = 1),
merged AS (
    SELECT number, name, array_to_string(list_sort(list(DISTINCT value)), ' | ') AS value
    FROM (
        SELECT number, unnest(map_keys(settings)) AS name, unnest(map_values(settings)) AS value
        FROM given
        WHERE number NOT IN (SELECT number FROM alone)
    )
    GROUP BY number, name
)
SELECT number, settings FROM alone
UNION ALL
SELECT number, map(list(name ORDER BY name), list(value ORDER BY name)) FROM merged GROUP BY number;

-- One row per run that has a score: repeats with other seeds are one run. `key` says all that places it and is the same
-- in every snapshot; `variant` only what tells it from the other runs of its model, `line` the same without how far
-- the training is. `newest` is the run that stands for its line: the last one that has at least half the benchmarks.
-- What was measured before a training stands for no model that has numbers after it.
CREATE TABLE model_run AS
WITH placed AS (
    SELECT DISTINCT ON (number)
        number, run.source, run.model, method, step, iteration, train_samples AS samples, selector, kv_method, kv_window,
        kv_ratio, CASE WHEN step IS NULL AND iteration IS NULL THEN progress END AS progress, run.progress AS share
    FROM run
    JOIN model_of_run ON run = id
    WHERE number IN (SELECT number FROM judged_run)
    ORDER BY number, id
),
varied AS (
    SELECT
        source, model,
        min(coalesce(method, '')) < max(coalesce(method, '')) AS of_method,
        min(coalesce(step, -1)) < max(coalesce(step, -1)) AS of_step,
        min(coalesce(iteration, -1)) < max(coalesce(iteration, -1)) AS of_iteration,
        min(coalesce(progress, -1)) < max(coalesce(progress, -1)) AND NOT of_method AS of_progress,
        min(coalesce(samples, -1)) < max(coalesce(samples, -1)) AS of_samples,
        min(coalesce(selector, '')) < max(coalesce(selector, '')) AS of_selector,
        min(coalesce(kv_method, '')) < max(coalesce(kv_method, '')) AS of_kv,
        min(coalesce(kv_window, -1)) < max(coalesce(kv_window, -1)) AS of_window,
        min(coalesce(kv_ratio, -1)) < max(coalesce(kv_ratio, -1)) AS of_ratio
    FROM placed
    GROUP BY ALL
),
worded AS (
    SELECT
        placed.*, benchmarks,
        run_words(method, step, iteration, progress, samples, selector, kv_method, kv_window, kv_ratio) AS words,
        run_words(
            CASE WHEN of_method THEN method END, CASE WHEN of_step THEN step END,
            CASE WHEN of_iteration THEN iteration END, CASE WHEN of_progress THEN progress END,
            CASE WHEN of_samples THEN samples END, CASE WHEN of_selector THEN selector END,
            CASE WHEN of_kv THEN kv_method END, CASE WHEN of_window THEN kv_window END,
            CASE WHEN of_ratio THEN kv_ratio END
        ) AS short,
        coalesce(share = 0 AND max(share) OVER (PARTITION BY placed.source, placed.model, selector) > 0, false) AS before,
        max(benchmarks) OVER line AS most,
        count(*) OVER line AS runs
    FROM placed
    JOIN judged_run USING (number)
    JOIN varied ON varied.source = placed.source AND varied.model = placed.model
    WINDOW line AS (PARTITION BY placed.source, placed.model, method, selector, kv_method)
),
chosen AS (
    SELECT
        *,
        NOT before AND row_number() OVER (
            PARTITION BY source, model, method, selector, kv_method
            ORDER BY 2 * benchmarks >= most DESC, step DESC NULLS LAST, iteration DESC NULLS LAST,
                progress DESC NULLS LAST, samples DESC NULLS LAST, kv_ratio DESC NULLS FIRST,
                kv_window DESC NULLS FIRST, number
        ) = 1 AS newest
    FROM worded
)
SELECT
    number,
    chosen.source || '/' || chosen.model || CASE words WHEN '' THEN '' ELSE ' · ' || words END AS key,
    chosen.source, title, rank > 1000 AS own,
    chosen.model, family, params_b,
    CASE WHEN count(*) OVER (PARTITION BY chosen.source, chosen.model, short) > 1 THEN words ELSE short END AS variant,
    concat_ws(
        ' · ',
        CASE WHEN count(DISTINCT method) FILTER (newest) OVER (PARTITION BY chosen.source, chosen.model) > 1 THEN method END,
        CASE WHEN count(DISTINCT selector) FILTER (newest) OVER (PARTITION BY chosen.source, chosen.model) > 1 THEN selector END,
        CASE WHEN count(DISTINCT kv_method) FILTER (newest) OVER (PARTITION BY chosen.source, chosen.model) > 1 THEN kv_method END
    ) AS line,
    newest, runs::INTEGER AS runs, benchmarks::INTEGER AS benchmarks, settings, tool, tool_version, date, loaded_at
FROM chosen
JOIN source ON source.id = chosen.source
JOIN model ON model.name = chosen.model
LEFT JOIN set_of_run USING (number)
LEFT JOIN loaded_by USING (number)
ORDER BY rank, chosen.source, key;

-- Shares of right answers that are called an accuracy, in whatever tool's words: they stand in one column.
CREATE TEMP MACRO is_accuracy(metric) AS called_proportion(metric) AND NOT regexp_matches(
    lower(metric), 'norm|char|token|mutual|strict_acc|loose|prompt_level|mc1|stereotype|prefix|quasi|indicator'
);

-- The metrics that each source has of a benchmark. `main` is the one by which the benchmark is shown where none is
-- chosen: an accuracy if there is one, else a score of which it is known whether more is better, the strictest count of whole answers
-- first. A mean over benchmarks
-- is shown only where a source has nothing else. `measure` is '' for accuracies.
CREATE TABLE model_metric AS
WITH counted AS (
    SELECT
        judged.source, name AS benchmark, metric, aggregate, count(*) AS cells,
        bool_and(aggregate) OVER (PARTITION BY judged.source) AS only_aggregates
    FROM judged
    JOIN model_part
        ON model_part.source = judged.source AND model_part.benchmark = judged.benchmark
        AND model_part.split IS NOT DISTINCT FROM judged.split
    GROUP BY judged.source, name, metric, aggregate
)
SELECT
    source, benchmark, counted.metric, aggregate,
    CASE WHEN is_accuracy(counted.metric) THEN '' ELSE counted.metric END AS measure,
    higher_is_better IS NOT NULL AND (only_aggregates OR NOT aggregate) AND row_number() OVER (
        PARTITION BY source, benchmark
        ORDER BY unit <> 'fraction', higher_is_better IS NULL, NOT is_accuracy(counted.metric),
            regexp_matches(counted.metric, '[@:][0-9]*[02-9]'), NOT higher_is_better, NOT proportion,
            regexp_matches(lower(counted.metric), 'loose|inst_level'), cells DESC, counted.metric
    ) = 1 AS main,
    cells
FROM counted
JOIN metric ON metric.name = counted.metric
ORDER BY ALL;

-- The sources, in the order of the page. `opens` are those that it opens with: own loads, and of the bundled the best of
-- their kind that score whole benchmarks.
CREATE TABLE model_source AS
WITH counted AS (
    SELECT
        source, any_value(own) AS own, count(DISTINCT (model, line)) AS models, count(DISTINCT family) AS families,
        bool_or(key NOT LIKE '% · window %') AS whole_cache
    FROM model_run
    GROUP BY source
)
SELECT
    counted.source, source.title, own, source.rank, models, families,
    own OR (
        whole_cache AND (source.kind IN ('measured', 'stated') OR source.rank = 1)
        AND counted.source IN (SELECT source FROM model_part WHERE split IS NULL)
    ) AS opens
FROM counted
JOIN source ON source.id = counted.source
ORDER BY NOT own, families DESC, models DESC, source.rank, counted.source;

ALTER TABLE model_run ADD COLUMN block TEXT;

-- The columns of the page, made in `across.sql`: what each source has of a benchmark by a metric in a block. `name` is the
-- benchmark, with the measure where that is no accuracy; `panel` has the block too where an earlier block has the same.
CREATE TABLE model_column (
    source TEXT, own BOOLEAN, opens BOOLEAN, block TEXT, block_title TEXT, place BIGINT, benchmark TEXT, metric TEXT,
    measure TEXT, main BOOLEAN, cells BIGINT, name TEXT, panel TEXT
);

-- One row per score of a run. `run` is a run of the condition, whose settings all its repeats have; `run_id` the run
-- whose answers are known where it is a single one. A score `is_whole` where its source has no other part of the benchmark:
-- answers name no part, so theirs are those of this score.
CREATE VIEW model_score AS
SELECT
    model_run.key, model_run.number, cell.source, model_part.name AS benchmark, cell.benchmark AS of_benchmark,
    cell.split, model_part.name = cell.benchmark AS is_whole, model_column.name AS "column", panel, model_column.block, block_title, place, domain, cell.aggregate, cell.metric, main, cell.unit,
    metric.higher_is_better, value, stderr, n_items, n_listed, n_repeats, n_seeds, seed_sd, kind, ambiguous, low, high,
    cell.run, run_id, locators, newest
FROM cell
JOIN model_of_run ON model_of_run.run = cell.run
JOIN model_run ON model_run.number = model_of_run.number
JOIN model_part
    ON model_part.source = cell.source AND model_part.benchmark = cell.benchmark
    AND model_part.split IS NOT DISTINCT FROM cell.split
JOIN model_column
    ON model_column.source = cell.source AND model_column.benchmark = model_part.name
    AND model_column.metric = cell.metric AND model_column.block = model_run.block
JOIN benchmark ON benchmark.name = cell.benchmark
JOIN metric ON metric.name = cell.metric
WHERE task_type IS NULL AND task_length IS NULL AND cell.unit <> 'tokens';

-- The same of the newest runs alone, which is what the page opens with.
CREATE TABLE newest_score AS SELECT * FROM model_score LIMIT 0;

-- What the paired test of two runs of a column needs of the problems that both answered (see core/sql/paired_scores.sql),
-- made in `across.sql`. `answers` changes with the runs whose answers these are.
CREATE TABLE paired_run (
    panel TEXT, key_a TEXT, key_b TEXT, metric_a TEXT, metric_b TEXT, source_a TEXT, source_b TEXT, items_a INTEGER,
    items_b INTEGER, n INTEGER, mean_a DOUBLE, mean_b DOUBLE, sd DOUBLE, only_a INTEGER, only_b INTEGER, "binary" BOOLEAN,
    answers UBIGINT
);
