-- What this page reads, made once per snapshot of the cells.

-- The runs that are checkpoints. A model of no known family is one of its own.
CREATE TABLE checkpoint_run AS
SELECT
    id AS run, study, source, coalesce(model.family, run.model) AS family, run.model, params_b, step, progress,
    coalesce(step::TEXT, progress::TEXT) AS checkpoint, lost
FROM run
LEFT JOIN model ON model.name = run.model
WHERE study = 'scale-progress' AND coalesce(step, progress) IS NOT NULL
ORDER BY source, family, run;

-- They with the numbers of the colors of models.
CREATE VIEW scale_run AS SELECT checkpoint_run.*, number FROM checkpoint_run LEFT JOIN identity ON identity.name = model;

-- Their cells.
CREATE VIEW scale_cell AS
SELECT
    study, scale_run.source, metric, unit, scale, coalesce(part.name, cell_value.benchmark) AS benchmark, aggregate, family, model, params_b, step, progress, checkpoint,
    value, stderr, n_items, n_listed, n_repeats, n_seeds, seed_sd, kind, ambiguous,
    CASE WHEN n_seeds <= 1 THEN scale_run.run END AS run_id,
    number
FROM scale_run
JOIN cell_value ON cell_value.run = scale_run.run
JOIN (SELECT name AS metric, unit, scale_of(unit, proportion) AS scale FROM metric) USING (metric)
JOIN (SELECT name AS benchmark, aggregate FROM benchmark) USING (benchmark)
LEFT JOIN benchmark_part AS part
    ON part.source = scale_run.source AND part.benchmark = cell_value.benchmark AND part.split IS NOT DISTINCT FROM cell_value.split;

-- Those cells, and the places that have none as the file has no number for them: `missing` says what it has.
CREATE VIEW scale_cell_or_missing AS
SELECT *, NULL::TEXT AS missing FROM scale_cell
UNION ALL BY NAME
SELECT study, source, metric, benchmark, family, model, params_b, step, progress, checkpoint, number, missing
FROM scale_run
JOIN missing_value USING (run);

-- The checkpoints that the models of a family have in a source.
CREATE TABLE scale_checkpoint AS
SELECT DISTINCT study, source, family, checkpoint, step, progress
FROM scale_run
WHERE progress IS NOT NULL AND run IN (SELECT run FROM cell_value)
ORDER BY ALL;

-- How many tests of one kind a source, metric and family allow, whatever is filtered or picked: each kind is a family.
-- `gains`: a cell against the start of its training, and the second half of each training; `pairs`: two sizes at one
-- checkpoint of a benchmark; `curves`: the best checkpoint of a training against its last; `slopes`: a benchmark over
-- all sizes.
CREATE TABLE scale_tests AS
WITH at_once AS (
    SELECT study, source, metric, family, benchmark, checkpoint, count(*) AS sizes
    FROM scale_cell
    WHERE progress IS NOT NULL AND family IS NOT NULL
    GROUP BY ALL
),
training AS (
    SELECT DISTINCT study, source, metric, family, benchmark, model
    FROM scale_cell
    WHERE progress IS NOT NULL AND family IS NOT NULL
),
trainings AS (
    SELECT study, source, metric, family, count(*)::INTEGER AS curves
    FROM training
    GROUP BY ALL
)
SELECT
    study, source, metric, family,
    struct_pack(
        gains := sum(sizes)::INTEGER,
        pairs := greatest(1, sum(sizes * (sizes - 1) // 2))::INTEGER,
        curves := any_value(curves),
        slopes := count(DISTINCT benchmark)::INTEGER
    ) AS tests
FROM at_once
JOIN trainings USING (study, source, metric, family)
GROUP BY study, source, metric, family;

-- One row per benchmark and model. `low` and `high` are the range that the source states in words; a benchmark of which it
-- states nothing else has one row without a model. `chance` is the share of right answers that guessing gives, as the
-- catalogue knows it; NULL where it does not, or where the metric is no such share.
CREATE TABLE scale_curve AS
WITH guessing AS (
    SELECT benchmark.name AS benchmark, metric.name AS metric, chance_level AS chance
    FROM benchmark
    CROSS JOIN metric
    WHERE proportion AND higher_is_better AND chance_level < 1
),
curve AS (
    SELECT DISTINCT study, source, metric, family, benchmark, aggregate, model, params_b
    FROM scale_cell
    WHERE progress IS NOT NULL AND family IS NOT NULL
)
SELECT curve.*, round(bound.low * 100, 2) AS low, round(bound.high * 100, 2) AS high, chance
FROM curve
LEFT JOIN bound USING (study, source, metric, benchmark)
LEFT JOIN guessing USING (metric, benchmark)
UNION ALL
SELECT
    study, source, metric, NULL, bound.benchmark, benchmark.aggregate, NULL, NULL, round(low * 100, 2), round(high * 100, 2), NULL
FROM bound
JOIN benchmark ON benchmark.name = bound.benchmark
WHERE (study, source, metric, bound.benchmark) NOT IN (SELECT (study, source, metric, benchmark) FROM curve)
ORDER BY study, source, metric, family, benchmark, params_b;
