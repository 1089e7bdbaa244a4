-- Is a source shown, where these are chosen?
CREATE MACRO is_shown(chosen, source, opens) AS CASE WHEN len(chosen) = 0 THEN opens ELSE list_contains(chosen, source) END;

-- Is a metric shown, where this one or the main score of each benchmark is chosen?
CREATE MACRO is_measured(chosen, metric, main) AS CASE chosen WHEN 'main' THEN main ELSE metric = chosen END;

-- Is a run shown, where the newest of each model are, or each run?
CREATE MACRO is_shown_run(settings, newest, has_singles) AS CASE settings WHEN 'all' THEN NOT has_singles ELSE newest END;

-- The scores of the newest runs, or of each.
CREATE MACRO scores_of(settings) AS TABLE
SELECT * FROM newest_score WHERE settings = 'newest'
UNION ALL
SELECT * FROM model_score WHERE settings = 'all' AND is_each;

-- The runs that can be chosen as A or B, with what they are called and their mean rank over the benchmarks that rank; `few` have under half of the
-- benchmarks of the run that has most in their block. `loaded` grows with the newest load of the own ones of a block, where
-- that is '' of those that share a benchmark, and `alone` is a run that has no other one beside it.
CREATE MACRO ranked_runs(settings, chosen, in_metric) AS TABLE
WITH ranked AS (
    SELECT
        number,
        CASE WHEN higher_is_better IS NOT NULL THEN
            rank() OVER (PARTITION BY panel ORDER BY CASE WHEN higher_is_better THEN -value ELSE value END)
        END AS rank,
        count(*) OVER (PARTITION BY panel) AS runs,
        max(CASE WHEN own THEN model_source.rank END) OVER (PARTITION BY panel) AS loaded
    FROM scores_of(settings) AS score
    JOIN model_source USING (source)
    WHERE is_shown(chosen, score.source, opens) AND is_measured(in_metric, metric, main)
),
named AS (
    SELECT
        model_run.*, CASE WHEN block <> '' THEN models END AS models, CASE WHEN block <> '' THEN families END AS families,
        mean.rank,
        block <> '' AND 2 * mean.benchmarks < max(mean.benchmarks) OVER (PARTITION BY block) AS few,
        CASE block WHEN '' THEN mean.loaded ELSE max(mean.loaded) OVER (PARTITION BY block) END AS loaded,
        block = '' AND most_runs = 1 AS alone,
        concat_ws(' · ', model, nullif(CASE settings WHEN 'all' THEN variant ELSE line END, '')) AS name
    FROM (
        SELECT number, avg(rank) AS rank, count(*) AS benchmarks, max(runs) AS most_runs, max(loaded) AS loaded
        FROM ranked
        GROUP BY number
    ) AS mean
    JOIN model_run USING (number)
    JOIN model_source USING (source)
)
SELECT *, name || CASE WHEN count(*) OVER (PARTITION BY name) > 1 THEN ' · ' || title ELSE '' END AS label
FROM named;
