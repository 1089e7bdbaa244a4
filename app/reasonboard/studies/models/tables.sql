-- What the pages of models and of pairs read, made once per snapshot of the cells.

-- The runs of a source that differ in more than seed and settings have one number each, and so do older runs of the same.
-- Settings that change a number make models of their own before (see apart.sql), so what is left of them belongs to
-- different benchmarks.
CREATE TABLE model_of_run AS
SELECT
    id AS run,
    dense_rank() OVER (
        ORDER BY one.source, model, row(*COLUMNS(lambda name: is_condition(name))), rerun
    )::INTEGER + coalesce(getvariable('used_ids'), 0)::INTEGER AS number
FROM (SELECT * REPLACE (CASE WHEN step IS NULL AND iteration IS NULL THEN progress END AS progress) FROM run) AS one
JOIN condition ON condition.run = id
WHERE model IS NOT NULL;

-- The runs of such a number, where several of them measured the same: they are a row each where each run is shown. Runs of other
-- benchmarks share a row, the newest with the newest, where a tool writes a file for each benchmark.
CREATE TEMP TABLE single_run AS
WITH several AS (
    SELECT number, hash(number, seed) AS of_seed, one.* EXCLUDE (source, study, date, condition, build_key)
    FROM model_of_run
    JOIN same_condition AS one USING (run)
    QUALIFY count(DISTINCT key) OVER (PARTITION BY number) > 1
),
measured AS (
    SELECT
        of_seed, key, list_sort(list(DISTINCT hash(benchmark, task_type, task_length, split, metric))) AS places,
        max(made_at) AS made_at, max(loaded_at) AS loaded_at
    FROM several
    JOIN measurement USING (run)
    GROUP BY of_seed, key
),
-- Seeds some of whose runs measured in part the same.
mixed AS (
    SELECT of_seed
    FROM (SELECT DISTINCT of_seed, hash(places), unnest(places) AS place FROM measured)
    GROUP BY of_seed, place
    HAVING count(*) > 1
),
aged AS (
    SELECT
        of_seed, key,
        row_number() OVER (
            PARTITION BY of_seed, CASE WHEN of_seed NOT IN (FROM mixed) THEN places END
            ORDER BY made_at DESC NULLS LAST, loaded_at DESC NULLS LAST, key
        ) AS nth
    FROM measured
),
aged_run AS (FROM several JOIN aged USING (of_seed, key) QUALIFY count(DISTINCT (of_seed, nth)) OVER (PARTITION BY number) > 1)
SELECT
    run, number AS of_number, (-min(run) OVER same_row)::INTEGER AS number, seed, nth,
    CASE WHEN min(repeat) OVER same_row = max(repeat) OVER same_row THEN repeat END AS repeat,
    max(made_at) OVER same_row AS made_at, bool_and(is_stated) OVER same_row AS is_stated
FROM aged_run
WINDOW same_row AS (PARTITION BY of_seed, nth);

CREATE TABLE single_of_run AS SELECT run, number FROM single_run ORDER BY run;

-- The runs behind a row: those of a mean, and a single one of them.
CREATE VIEW run_of_model AS FROM model_of_run UNION ALL FROM single_of_run;

-- The cells that a model is judged by: those of a whole benchmark or of a named part of it. Numbers by task type and
-- length stand on a page of their own, and lengths of answers are no scores.
CREATE TEMP TABLE judged AS
SELECT value.run, source, benchmark, aggregate, split, metric, unit IN ('hours', 'seconds') AS is_time
FROM dated_cell_value AS value
JOIN (SELECT id AS run, source, model FROM run) USING (run)
JOIN (SELECT name AS benchmark, aggregate FROM benchmark) USING (benchmark)
JOIN (SELECT name AS metric, unit FROM metric) USING (metric)
WHERE model IS NOT NULL AND task_type IS NULL AND task_length IS NULL AND unit <> 'tokens';

-- What makes another line: not how far a training is, nor what a study sweeps along its axes.
CREATE MACRO is_of_line(name) AS
    is_condition(name) AND name NOT IN ('step', 'progress', 'iteration', 'train_samples', 'kv_window', 'kv_ratio');

-- The runs that have a score: repeats with other seeds are one. A `line` is a model however far its training is, but trained on as many samples; `age` is
-- the order within it, the last first, and `has_most` says that it has at least half of the benchmarks. What was
-- measured `before` a training does not represent a model that has numbers after it.
CREATE TEMP TABLE placed_run AS
WITH
-- A run that has times alone, as the last checkpoint of a log may, stands for no model.
judged_run AS (
    SELECT number, count(DISTINCT benchmark) FILTER (NOT aggregate) AS benchmarks
    FROM judged
    JOIN model_of_run USING (run)
    WHERE NOT is_time
    GROUP BY number
),
distinct_run AS (
    SELECT DISTINCT ON (number)
        number, benchmarks, run.source, run.model, COLUMNS(lambda name: is_condition(name)), share,
        CASE WHEN coalesce(step, iteration, share) IS NULL THEN train_samples END AS samples_alone, configured, rerun, is_stated, repeated_run.made_at, repeated_run.runs
    FROM (
        SELECT * REPLACE (CASE WHEN step IS NULL AND iteration IS NULL THEN progress END AS progress), progress AS share FROM run
    ) AS run
    JOIN model_of_run ON model_of_run.run = id
    JOIN judged_run USING (number)
    JOIN condition ON condition.run = id
    LEFT JOIN repeated_run ON repeated_run.run = id
    ORDER BY number, id
),
lined AS (
    SELECT
        * EXCLUDE (share, samples_alone),
        coalesce(share = 0 AND max(share) OVER (PARTITION BY source, model, selector) > 0, false) AS before,
        dense_rank() OVER (
            ORDER BY source, model, row(*COLUMNS(lambda name: is_of_line(name))), samples_alone
        ) AS line
    FROM distinct_run
)
SELECT
    *,
    2 * benchmarks >= max(benchmarks) OVER (PARTITION BY line) AS has_most,
    row_number() OVER (
        PARTITION BY line
        ORDER BY step DESC NULLS LAST, iteration DESC NULLS LAST, progress DESC NULLS LAST, train_samples DESC NULLS LAST,
            kv_ratio DESC NULLS FIRST, kv_window DESC NULLS FIRST, rerun, number
    ) AS age
FROM lined;

-- The runs that represent their line: the last with most benchmarks, and for the benchmarks that it lacks (`only_for`) the
-- last ones with them.
CREATE TEMP TABLE newest_run AS
WITH first_of_line AS (
    FROM (FROM placed_run QUALIFY row_number() OVER (PARTITION BY line ORDER BY has_most DESC, age) = 1) WHERE NOT before
),
scored AS (
    SELECT number, line, placed_run.source, placed_run.model, before, age, name
    FROM judged
    JOIN model_of_run USING (run)
    JOIN placed_run USING (number)
    JOIN benchmark_part
        ON benchmark_part.source = judged.source AND benchmark_part.benchmark = judged.benchmark
        AND benchmark_part.split IS NOT DISTINCT FROM judged.split
    WHERE NOT is_time AND NOT aggregate
),
-- Few are left of all scores.
lacking AS MATERIALIZED (
    SELECT DISTINCT *
    FROM scored
    WHERE (line, name) NOT IN (SELECT (line, name) FROM scored WHERE number IN (SELECT number FROM first_of_line))
)
SELECT number, NULL::TEXT[] AS only_for FROM first_of_line
UNION ALL
SELECT number, list(name ORDER BY name)
FROM (
    FROM lacking
    WHERE NOT before OR (source, model, name) NOT IN (
        SELECT (source, model, name) FROM scored WHERE NOT before AND model IN (SELECT model FROM lacking WHERE before)
    )
    QUALIFY age = min(age) OVER (PARTITION BY line, name)
)
GROUP BY number;

-- The rows of the page: means of several runs, each with `has_singles`, single ones of these, and runs that are alone.
CREATE TEMP TABLE model_row AS
SELECT *, NULL::INTEGER AS of_number, number IN (SELECT of_number FROM single_run) AS has_singles, NULL::TEXT AS seed,
    NULL::TEXT AS repeat, rerun + 1 AS nth, rerun > 0 AS needs_date
FROM placed_run
UNION ALL BY NAME
SELECT
    placed_run.* REPLACE (
        single.number AS number, single.made_at AS made_at, single.is_stated AS is_stated, 1 AS runs,
        coalesce(judged_single.benchmarks, 0) AS benchmarks
    ),
    of_number, false AS has_singles, seed, repeat, single.nth AS nth,
    rerun > 0 OR (repeat IS NULL AND (seed IS NULL OR count(*) OVER (PARTITION BY of_number, seed) > 1))
        OR count(*) OVER (PARTITION BY of_number, seed, repeat) > 1 AS needs_date
FROM (SELECT DISTINCT of_number, number, seed, repeat, nth, made_at, is_stated FROM single_run) AS single
JOIN placed_run ON placed_run.number = of_number
LEFT JOIN (
    SELECT number, count(DISTINCT benchmark) FILTER (NOT aggregate) AS benchmarks
    FROM measurement
    JOIN single_of_run USING (run)
    JOIN benchmark ON benchmark.name = benchmark
    JOIN metric ON metric.name = metric
    WHERE task_type IS NULL AND task_length IS NULL AND unit NOT IN ('hours', 'seconds', 'tokens') AND kind NOT IN ('bound_low', 'bound_high')
    GROUP BY number
) AS judged_single ON judged_single.number = single.number;

-- What tells the runs of a model apart, as words: all of it, that in which runs of a model differ, and that in which its newest runs
-- do, without what is known from another one.
CREATE TEMP TABLE run_words AS
WITH dated AS (
    SELECT
        * REPLACE (
            CASE WHEN count(DISTINCT coalesce(selector_params_b, -1)) OVER (PARTITION BY source, model, selector) > 1
                THEN selector_params_b END AS selector_params_b
        ),
        CASE WHEN runs > 1 THEN runs || ' runs to ' WHEN is_stated THEN 'run of ' ELSE 'file of ' END || CASE
            WHEN count(*) OVER (PARTITION BY configured, has_singles, seed, made_at::DATE) = 1 THEN strftime(made_at, '%Y-%m-%d')
            WHEN count(*) OVER (PARTITION BY configured, has_singles, seed, date_trunc('second', made_at)) = 1
                THEN strftime(made_at, '%Y-%m-%d %H:%M:%S')
            ELSE strftime(made_at, '%Y-%m-%d %H:%M:%S') || ' #' || nth
        END AS made
    FROM model_row
),
listed AS (
    SELECT
        number, source, model, line, has_singles, needs_date,
        condition_names() || ['seed', 'repeat', 'made'] AS names,
        condition_phrases(dated) || [
            'seed ' || seed, 'repeat ' || repeat,
            CASE WHEN of_number IS NULL THEN made WHEN needs_date THEN coalesce(made, '#' || nth) END
        ] AS phrases,
        -- How far an own training is belongs to its name, once.
        CASE WHEN rank <= 1000 THEN [] WHEN step IS NULL THEN ['iteration'] ELSE ['step'] END AS always,
        CASE WHEN step = iteration THEN ['iteration'] ELSE [] END AS never
    FROM dated
    JOIN (SELECT id, rank FROM source) AS of_run ON of_run.id = source
),
-- A phrase for each; some of it makes another line (`of_line`).
run_phrase AS MATERIALIZED (
    SELECT
        number, source, model, line, has_singles, needs_date, unnest(range(len(names))) AS place, unnest(names) AS name, unnest(phrases) AS phrase,
        is_of_line(name) OR name = 'train_samples' AS of_line, list_contains(always, name) AS is_said,
        list_contains(never, name) AS is_known
    FROM listed
),
varied AS (
    SELECT source, model, name
    FROM run_phrase
    WHERE NOT has_singles
    GROUP BY ALL
    HAVING min(coalesce(phrase, '')) < max(coalesce(phrase, ''))
),
varied_newest AS (
    SELECT source, model, CASE WHEN NOT of_line THEN line END AS line, name
    FROM run_phrase
    WHERE number IN (SELECT number FROM newest_run)
    GROUP BY ALL
    HAVING min(coalesce(phrase, '')) < max(coalesce(phrase, ''))
)
SELECT
    number,
    coalesce(string_agg(phrase, ' · ' ORDER BY place) FILTER (name <> 'made' OR needs_date), '') AS words,
    coalesce(string_agg(phrase, ' · ' ORDER BY place) FILTER (
        NOT is_known AND (is_said OR (source, model, name) IN (FROM varied))
        -- How far a training is follows from its method, where sources give only its start and its end.
        AND (name <> 'progress' OR (source, model, 'method') NOT IN (FROM varied))
    ), '') AS short,
    coalesce(string_agg(phrase, ' · ' ORDER BY place) FILTER (
        NOT is_known AND (
            is_said
            OR (source, model, name) IN (SELECT (source, model, name) FROM varied_newest WHERE line IS NULL)
            OR (line, name) IN (SELECT (line, name) FROM varied_newest WHERE line IS NOT NULL)
        )
    ), '') AS of_newest
FROM run_phrase
GROUP BY number;

-- One row per run that has a score. `key` says all that places it and is the same in every snapshot; `variant` only what
-- tells it from the other runs of its model, `line` what tells the newest ones apart. A run is `newest` for all its
-- benchmarks, or `only_for` those that the newest one lacks. `runs`: how many its line has. A row that `has_singles` is the mean
-- of others, one that is a part of such a mean names it (`part_of`).
CREATE TABLE model_run AS
WITH
-- The runs that were loaded, by their number, with what their files say of the tool.
loaded_by AS (
    SELECT number, arg_max(tool, coalesce(date, '')) AS tool, arg_max(tool_version, coalesce(date, '')) AS tool_version,
        max(date) AS date
    FROM numbered
    JOIN run_of_model ON run = id
    GROUP BY number
),
-- The settings that the runs of a number have: where they differ, all values of a setting.
given AS (SELECT DISTINCT number, settings FROM run JOIN run_of_model ON run = id),
alone AS (SELECT number, any_value(settings) AS settings FROM given GROUP BY number HAVING count(*) = 1),
merged AS (
    SELECT number, name, array_to_string(list_sort(list(DISTINCT value)), ' | ') AS value
    FROM (
        SELECT number, unnest(map_keys(settings)) AS name, unnest(map_values(settings)) AS value
        FROM given
        WHERE number NOT IN (SELECT number FROM alone)
    )
    GROUP BY number, name
),
set_of_run AS (
    SELECT number, settings FROM alone
    UNION ALL
    SELECT number, map(list(name ORDER BY name), list(value ORDER BY name)) FROM merged GROUP BY number
),
keyed AS (
    SELECT *, source || '/' || model || CASE words WHEN '' THEN '' ELSE ' · ' || words END AS key
    FROM model_row
    JOIN run_words USING (number)
)
SELECT
    keyed.number, key, keyed.source, title, rank > 1000 AS own, keyed.model, family, params_b,
    CASE WHEN count(*) OVER (PARTITION BY keyed.source, keyed.model, short, has_singles) > 1 THEN words ELSE short END AS variant,
    of_newest AS line,
    newest_run.number IS NOT NULL AS newest, only_for, has_singles,
    CASE WHEN of_number IS NOT NULL THEN
        first_value(key) OVER (PARTITION BY coalesce(of_number, keyed.number) ORDER BY keyed.number DESC)
    END AS part_of,
    (count(*) FILTER (NOT has_singles) OVER (PARTITION BY keyed.line))::INTEGER AS runs,
    keyed.benchmarks::INTEGER AS benchmarks, settings, tool, tool_version, date, loaded_at,
    NULL::TEXT AS block -- made in `across.sql`
FROM keyed
LEFT JOIN newest_run ON newest_run.number = keyed.number
JOIN source ON source.id = keyed.source
JOIN model ON model.name = keyed.model
LEFT JOIN set_of_run ON set_of_run.number = keyed.number
LEFT JOIN loaded_by ON loaded_by.number = keyed.number
ORDER BY rank, keyed.source, key;

-- Shares of right answers that are called an accuracy, in whatever tool's words: they stand in one column.
CREATE MACRO is_accuracy(metric) AS called_proportion(metric) AND NOT regexp_matches(
    lower(metric), 'incorrect|attempted|norm|char|token|mutual|strict_acc|loose|prompt_level|mc1|stereotype|prefix|quasi|indicator'
);

-- The metrics that each source has of a benchmark. `main` is the one by which the benchmark is shown where none is
-- chosen: an accuracy if there is one, else a score of which it is known whether more is better, the strictest count of whole answers
-- first. A score of unknown direction is shown, too, but none of which the catalogue says that neither end is good. A mean over
-- benchmarks is shown only where a source has nothing else, and of a training only shares, rewards and losses. `measure` is '' for
-- accuracies. A metric that a file states in the name of the benchmark, as `AIME24 (maj@8)`, is a column of its own there, and here.
CREATE TABLE model_metric AS
WITH counted AS (
    SELECT
        judged.source, benchmark_part.name AS benchmark, judged.benchmark AS of_benchmark, judged.metric, judged.aggregate,
        count(*) AS cells, bool_and(judged.aggregate) OVER (PARTITION BY judged.source) AS only_aggregates
    FROM judged
    JOIN benchmark_part
        ON benchmark_part.source = judged.source AND benchmark_part.benchmark = judged.benchmark
        AND benchmark_part.split IS NOT DISTINCT FROM judged.split
    GROUP BY judged.source, benchmark_part.name, judged.benchmark, judged.metric, judged.aggregate
),
ranked AS (
    SELECT
        source, benchmark, counted.metric, aggregate, cells,
        CASE
            WHEN benchmark = '(training)' THEN higher_is_better IS NOT NULL AND unit IN ('fraction', 'reward', 'loss')
            ELSE higher_is_better IS NOT NULL OR counted.metric IN (SELECT name FROM loaded_metric_name)
        END AND (only_aggregates OR NOT aggregate) AS is_score,
        row_number() OVER (
            PARTITION BY source, benchmark
            ORDER BY unit <> 'fraction', higher_is_better IS NULL, NOT is_accuracy(counted.metric),
                regexp_matches(counted.metric, '[@:][0-9]*[02-9]'), NOT higher_is_better, NOT proportion,
                regexp_matches(lower(counted.metric), 'loose|inst_level'), cells DESC, counted.metric
        ) = 1 AS first,
        (source, of_benchmark, split_part(counted.metric, ',', 1)) IN (
            SELECT (loaded_as, name, metric) FROM loaded_benchmark_name WHERE metric IS NOT NULL
        ) AS in_name
    FROM counted
    JOIN metric ON metric.name = counted.metric
)
SELECT
    source, benchmark, metric, aggregate,
    CASE WHEN is_accuracy(metric) AND (first OR NOT in_name) THEN '' ELSE metric END AS measure,
    is_score AND (first OR in_name) AS main,
    cells
FROM ranked
ORDER BY ALL;

-- The sources, in the order of the page. `opens` are those that it opens with: own loads, and of the bundled the best of
-- their kind that score whole benchmarks.
CREATE TABLE scored_source AS
WITH counted AS (
    SELECT
        source, any_value(own) AS own, count(DISTINCT (model, line)) FILTER (part_of IS NULL) AS models, count(DISTINCT family) AS families,
        bool_or(key NOT LIKE '% · window %') AS whole_cache
    FROM model_run
    GROUP BY source
)
SELECT
    counted.source, source.title, own, models, families,
    own OR (
        whole_cache AND (source.kind IN ('measured', 'stated') OR source.rank = 1)
        AND counted.source IN (SELECT source FROM benchmark_part WHERE split IS NULL)
    ) AS opens
FROM counted
JOIN source ON source.id = counted.source
ORDER BY NOT own, families DESC, models DESC, source.rank, counted.source;

CREATE VIEW model_source AS SELECT scored_source.*, rank FROM scored_source JOIN (SELECT id AS source, rank FROM listed_source) USING (source);

-- The columns of the page, made in `across.sql`: what each source has of a benchmark by a metric in a block. `name` is the
-- benchmark, with the measure where that is no accuracy; `panel` has the block too where an earlier block has the same.
CREATE TABLE model_column (
    source TEXT, own BOOLEAN, opens BOOLEAN, block TEXT, block_title TEXT, place BIGINT, benchmark TEXT, metric TEXT,
    measure TEXT, main BOOLEAN, cells BIGINT, name TEXT, panel TEXT
);

-- All values, with the number of the row of the page that each belongs to. A value that is no mean belongs to a single row, too.
CREATE VIEW numbered_value AS
SELECT value.*, number
FROM dated_cell_value AS value
JOIN run_of_model ON run_of_model.run = value.run
WHERE number > 0 OR repeat_runs IS NULL
UNION ALL BY NAME
SELECT each_value.*, number
FROM each_value
JOIN single_of_run ON single_of_run.run = each_value.run;

-- One row per score of a run. `run` is a run of the condition, whose settings all its repeats have; `run_id` the run
-- whose answers are known where it is a single one, else the score is the mean of `reruns`. A score `is_whole` where its source has no other part of the benchmark:
-- answers name no part, so theirs are those of this score. It `is_each` where it is no mean of rows that are there themselves.
CREATE MACRO model_scores(numbered_values, runs) AS TABLE
SELECT
    model_run.key, model_run.number, model_run.source, benchmark_part.name AS benchmark, value.benchmark AS of_benchmark,
    value.split, benchmark_part.name = value.benchmark AS is_whole, model_column.name AS "column", panel, model_column.block, block_title, place,
    domain, benchmark.aggregate, value.metric, main, unit, scale_of(unit, proportion) AS scale,
    higher_is_better, value.value, stderr, n_items, n_listed, n_repeats, n_seeds, seed_sd, value.kind, ambiguous, low, high,
    run, CASE WHEN repeat_runs IS NULL THEN run END AS run_id, locators, n_runs, repeat_seeds, repeat_values,
    coalesce(len(repeat_runs), 1)::INTEGER AS reruns, newest AND (only_for IS NULL OR list_contains(only_for, benchmark_part.name)) AS newest,
    NOT has_singles AS is_each
FROM query_table(numbered_values) AS value
JOIN query_table(runs) AS model_run ON model_run.number = value.number
JOIN benchmark_part
    ON benchmark_part.source = model_run.source AND benchmark_part.benchmark = value.benchmark
    AND benchmark_part.split IS NOT DISTINCT FROM value.split
JOIN model_column
    ON model_column.source = model_run.source AND model_column.benchmark = benchmark_part.name
    AND model_column.metric = value.metric AND model_column.block = model_run.block
JOIN benchmark ON benchmark.name = value.benchmark
JOIN metric ON metric.name = value.metric
WHERE task_type IS NULL AND task_length IS NULL AND unit <> 'tokens';

CREATE VIEW model_score AS FROM model_scores('numbered_value', 'model_run');

-- The same of the newest runs alone, which is what the page opens with.
CREATE TABLE newest_score AS SELECT * FROM model_score LIMIT 0;

-- What the paired test of two runs of a column needs of the problems that both answered (see core/sql/paired_scores.sql),
-- made in `across.sql`. `answers` changes with the runs whose answers these are.
CREATE TABLE paired_run (
    panel TEXT, key_a TEXT, key_b TEXT, metric_a TEXT, metric_b TEXT, source_a TEXT, source_b TEXT, items_a INTEGER,
    items_b INTEGER, n INTEGER, mean_a DOUBLE, mean_b DOUBLE, sd DOUBLE, only_a INTEGER, only_b INTEGER, "binary" BOOLEAN,
    attempts INTEGER, seeds_a STRUCT(runs INTEGER, within DOUBLE, "between" DOUBLE),
    seeds_b STRUCT(runs INTEGER, within DOUBLE, "between" DOUBLE), answers UBIGINT
);
