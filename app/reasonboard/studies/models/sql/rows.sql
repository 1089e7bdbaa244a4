-- The scores that the page shows, one for each run and benchmark, as its charts have them: of several repeats or seeds their mean.
-- `run` is the name of a run in addresses; of a mean `date` is that of its newest run.
WITH chosen AS (
    SELECT number, key, model_run.title, model, block, date AS newest_date, CASE WHEN newest THEN only_for END AS only_for
    FROM model_run
    JOIN model_source USING (source)
    WHERE is_shown_run($settings, newest, has_singles) AND is_shown($source, source, opens)
      AND (len($model) = 0 OR list_contains($model, model))
)
SELECT
    chosen.title AS source, chosen.key AS run, chosen.model, model_column.name AS benchmark, value.metric,
    CASE WHEN repeat_runs IS NULL THEN date ELSE newest_date END AS date, build,
    CASE WHEN repeat_runs IS NULL THEN run.seed END AS seed, CASE WHEN repeat_runs IS NULL THEN repeat END AS repeat,
    coalesce(len(repeat_runs), 1)::INTEGER AS runs, CASE WHEN n_seeds > 1 THEN n_seeds END AS seeds, value, stderr,
    seed_sd AS "seed sd", n_items AS n,
    CASE WHEN n_listed THEN 'catalogue' WHEN n_items IS NOT NULL THEN 'source' END AS "n from",
    n_repeats AS repeats, value.kind::TEXT AS kind, array_to_string(locators, '; ') AS locator, unit
FROM numbered_value AS value
JOIN chosen USING (number)
JOIN run ON run.id = value.run
JOIN metric ON metric.name = value.metric
JOIN benchmark_part
    ON benchmark_part.source = run.source AND benchmark_part.benchmark = value.benchmark
    AND benchmark_part.split IS NOT DISTINCT FROM value.split
JOIN model_column
    ON model_column.source = run.source AND model_column.benchmark = benchmark_part.name
    AND model_column.metric = value.metric AND model_column.block = chosen.block
WHERE task_type IS NULL AND task_length IS NULL AND unit <> 'tokens' AND is_measured($metric, value.metric, main)
  AND ($settings = 'all' OR only_for IS NULL OR list_contains(only_for, benchmark_part.name))
  AND (len($benchmark) = 0 OR list_contains($benchmark, model_column.name))
QUALIFY row_number() OVER (PARTITION BY chosen.key, panel ORDER BY value.kind, locators[1]) = 1
ORDER BY chosen.title, chosen.key, model_column.name, value.metric
