-- What the page of runs in time reads.

-- The series of benchmarks: the runs of each are of one configuration. A step of a training belongs to its curve, and seeds to a
-- recipe: such a run is in no series unless it was evaluated again.
CREATE VIEW benchmark_series AS
SELECT
    model, benchmark, configuration, count(*) AS runs, max(made_at) AS last
FROM timed_benchmark
GROUP BY model, benchmark, configuration
HAVING bool_and(NOT is_step) OR count(*) > count(DISTINCT coalesce(seed, ''));

-- The series that stand on one page: those of a configuration of whole runs (`of_run`), and of the other benchmarks that were
-- evaluated together with one of them. Of several of one benchmark that is the one with most runs. `series` is '' for all pages,
-- or one of them.
CREATE MACRO series_beside(series) AS TABLE
WITH had AS MATERIALIZED (
    SELECT of_run, benchmark, configuration, count(*) AS together, max(made_at) AS last
    FROM timed_benchmark
    SEMI JOIN benchmark_series USING (model, benchmark, configuration)
    WHERE series = '' OR model IN (SELECT model FROM timed_benchmark WHERE of_run = series)
    GROUP BY of_run, benchmark, configuration
),
near AS (
    SELECT
        one.benchmark AS of_benchmark, one.configuration AS of_configuration, other.benchmark, other.configuration,
        sum(other.together) AS together, max(other.last) AS last
    FROM had AS one
    JOIN had AS other ON other.of_run = one.of_run AND other.benchmark <> one.benchmark
    GROUP BY ALL
),
nearest AS (
    FROM near
    QUALIFY row_number() OVER (
        PARTITION BY of_benchmark, of_configuration, benchmark ORDER BY together DESC, last DESC, configuration DESC
    ) = 1
)
SELECT of_run, benchmark, configuration FROM had
UNION ALL
SELECT had.of_run, its.benchmark, arg_max(its.configuration, (its.together, its.last, its.configuration))
FROM had
JOIN nearest AS its ON its.of_benchmark = had.benchmark AND its.of_configuration = had.configuration
ANTI JOIN had AS own ON own.of_run = had.of_run AND own.benchmark = its.benchmark
GROUP BY had.of_run, its.benchmark;

-- The benchmarks of the reader's runs that stand on this page, of these loads, or of all loads if none is named.
CREATE MACRO runs_in_series(series, in_loads) AS TABLE
FROM timed_benchmark
SEMI JOIN (FROM series_beside(series) WHERE of_run = series) AS its USING (benchmark, configuration)
WHERE len(in_loads) = 0 OR list_contains(in_loads, source);

-- Their scores, each under the name that the pages of models give it; `place` is the order in time. Shares of parts by task and
-- length, and lengths of answers, are no scores. Of several values of one run the most trusted counts.
CREATE MACRO scores_in_time(in_series, in_metric, in_loads) AS TABLE
WITH score AS (
    SELECT
        dated_run.*, benchmark_part.name || CASE measure WHEN '' THEN '' ELSE ' · ' || measure END AS called, measurement.benchmark,
        benchmark_part.name = measurement.benchmark AS is_whole, benchmark.aggregate, measurement.metric, metric.unit,
        scale_of(metric.unit, proportion) AS scale, metric.higher_is_better, value, stderr, n_items, n_repeats,
        measurement.kind::TEXT AS kind, locator
    FROM runs_in_series(in_series, in_loads) AS its
    JOIN dated_run USING (run)
    JOIN measurement ON measurement.run = its.run AND measurement.benchmark = its.benchmark
    JOIN benchmark ON benchmark.name = measurement.benchmark
    JOIN metric ON metric.name = measurement.metric
    JOIN benchmark_part
        ON benchmark_part.source = dated_run.source AND benchmark_part.benchmark = measurement.benchmark
        AND benchmark_part.split IS NOT DISTINCT FROM measurement.split
    JOIN model_metric
        ON model_metric.source = dated_run.source AND model_metric.benchmark = benchmark_part.name
        AND model_metric.metric = measurement.metric
    WHERE CASE in_metric WHEN 'main' THEN main ELSE measurement.metric = in_metric END
        AND task_type IS NULL AND task_length IS NULL AND measurement.kind NOT IN ('bound_low', 'bound_high', 'illustrative')
    QUALIFY row_number() OVER (PARTITION BY dated_run.run, called ORDER BY measurement.kind, locator) = 1
)
SELECT
    * EXCLUDE (loaded_at, build_key, tool),
    row_number() OVER (PARTITION BY called ORDER BY made_at NULLS FIRST, loaded_at, run)::INTEGER AS place
FROM score;
