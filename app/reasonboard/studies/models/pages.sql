-- Is a source shown, where these are chosen?
CREATE MACRO is_shown(chosen, source, opens) AS CASE WHEN len(chosen) = 0 THEN opens ELSE list_contains(chosen, source) END;

-- Is a metric shown, where this one or the main score of each benchmark is chosen?
CREATE MACRO is_measured(chosen, metric, main) AS CASE chosen WHEN 'main' THEN main ELSE metric = chosen END;

-- Is a run shown, where the newest of each model are, or each run?
CREATE MACRO is_shown_run(settings, newest, has_singles) AS CASE settings WHEN 'all' THEN NOT has_singles ELSE newest END;

-- The scores of these runs by a metric, or by every one if it is ''. Of very many numbers theirs are found before anything is
-- joined to them: by their runs and metrics, as they are stored.
CREATE MACRO scores_of_keys(keys, in_metric) AS TABLE
WITH wanted_run AS MATERIALIZED (FROM model_run WHERE key IN (SELECT unnest(keys))),
wanted AS MATERIALIZED (SELECT number, run FROM wanted_run JOIN run_of_model USING (number)),
wanted_metric AS (SELECT metric FROM model_column WHERE in_metric = '' OR is_measured(in_metric, metric, main)),
wanted_value AS (
    SELECT value.*, number
    FROM dated_cell_value AS value
    JOIN wanted USING (run)
    WHERE metric IN (FROM wanted_metric) AND (number > 0 OR repeat_runs IS NULL)
    UNION ALL BY NAME
    SELECT value.*, number
    FROM each_value AS value
    JOIN wanted USING (run)
    WHERE metric IN (FROM wanted_metric) AND number < 0
)
FROM model_scores('wanted_value', 'wanted_run')
WHERE in_metric = '' OR is_measured(in_metric, metric, main);

-- The runs that the page shows, the newest of each model or all, 500 at most of `all_runs`.
CREATE MACRO shown_runs(settings, chosen) AS TABLE
SELECT number, key, model_run.title, model_run.own, model, line, variant, runs, loaded_at, count(*) OVER () AS all_runs
FROM model_run
JOIN model_source USING (source)
WHERE is_shown_run(settings, newest, has_singles) AND is_shown(chosen, source, opens)
ORDER BY model_run.own DESC, newest DESC, families DESC, models DESC, source, number
LIMIT 500;

-- The scores of the newest runs by a metric, or of each run that the page shows: only what is asked for is planned.
CREATE MACRO scores_of(settings, chosen, in_metric) AS TABLE
WITH of_newest AS (
    SELECT newest_score.*
    FROM newest_score
    JOIN model_source USING (source)
    WHERE is_shown(chosen, source, opens) AND is_measured(in_metric, metric, main)
),
of_each AS (SELECT * FROM scores_of_keys((SELECT list(key) FROM shown_runs('all', chosen)), in_metric) WHERE is_each)
FROM query_table(CASE settings WHEN 'all' THEN 'of_each' ELSE 'of_newest' END);

-- The same of one run, whatever the page shows.
CREATE MACRO scores_of_run(settings, wanted, in_metric) AS TABLE
WITH of_newest AS (SELECT * FROM newest_score WHERE key = wanted AND is_measured(in_metric, metric, main)),
of_each AS (SELECT * FROM scores_of_keys([wanted], in_metric) WHERE is_each)
FROM query_table(CASE settings WHEN 'all' THEN 'of_each' ELSE 'of_newest' END);

-- The runs that can be chosen as A or B, with what they are called and their mean rank over the benchmarks that rank; `few` have under half of the
-- benchmarks of the run that has most in their block; `measured` are its benchmarks, and `columns` where these stand. `loaded` grows with the newest
-- load of the own ones of a block, where that is '' of those that share a benchmark, and `alone` is a run that has no other one beside it.
CREATE MACRO ranked_runs(settings, chosen, in_metric) AS TABLE
WITH ranked AS (
    SELECT
        number, benchmark, "column",
        CASE WHEN higher_is_better IS NOT NULL THEN
            rank() OVER (PARTITION BY panel ORDER BY CASE WHEN higher_is_better THEN -value ELSE value END)
        END AS rank,
        count(*) OVER (PARTITION BY panel) AS runs,
        max(CASE WHEN own THEN model_source.rank END) OVER (PARTITION BY panel) AS loaded
    FROM scores_of(settings, chosen, in_metric)
    JOIN model_source USING (source)
),
named AS (
    SELECT
        model_run.*, CASE WHEN block <> '' THEN models END AS models, CASE WHEN block <> '' THEN families END AS families,
        mean.rank, measured, columns,
        block <> '' AND 2 * mean.benchmarks < max(mean.benchmarks) OVER (PARTITION BY block) AS few,
        CASE block WHEN '' THEN mean.loaded ELSE max(mean.loaded) OVER (PARTITION BY block) END AS loaded,
        block = '' AND most_runs = 1 AS alone,
        concat_ws(' · ', model, nullif(CASE settings WHEN 'all' THEN variant ELSE line END, '')) AS name
    FROM (
        SELECT number, avg(rank) AS rank, list(benchmark ORDER BY "column") AS measured,
            list("column" ORDER BY "column") AS columns, count(*) AS benchmarks, max(runs) AS most_runs, max(loaded) AS loaded
        FROM ranked
        GROUP BY number
    ) AS mean
    JOIN model_run USING (number)
    JOIN model_source USING (source)
)
SELECT *, name || CASE WHEN count(*) OVER (PARTITION BY name) > 1 THEN ' · ' || title ELSE '' END AS label
FROM named;
