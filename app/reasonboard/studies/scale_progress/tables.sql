-- What this page reads, made once per snapshot of the cells.

-- The cells of checkpoints. What a page shows at a time stands together, so that the rest
-- is not read. A model of no known family is one of its own.
CREATE TABLE scale_cell AS
SELECT
    study, source, metric, unit, benchmark, aggregate, coalesce(family, model) AS family, model, params_b, step, progress,
    coalesce(step::TEXT, progress::TEXT) AS checkpoint,
    value, stderr, n_items, n_listed, n_repeats, n_seeds, seed_sd, kind, ambiguous, run_id, number
FROM cell
LEFT JOIN identity ON identity.name = model
WHERE study = 'scale-progress' AND coalesce(step, progress) IS NOT NULL
ORDER BY source, metric, benchmark, params_b, model, progress;

-- The checkpoints that the models of a family have in a source.
CREATE TABLE scale_checkpoint AS
SELECT DISTINCT study, source, family, checkpoint, step, progress
FROM scale_cell
WHERE progress IS NOT NULL
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

-- One row per benchmark and model, its cells along training as lists: percent, and in
-- points the gains, which no filter changes: since the first checkpoint of the model, and over the next
-- smaller model of its family. `low` and `high` are the range that the source states in words; a
-- benchmark of which it states nothing else has one row without a model. `measured` is what is known of
-- each value, as fractions, and `smaller` that of the next smaller model's. `chance` is the share of right answers
-- that guessing gives, as the catalogue knows it; NULL where it does not, or where the metric is no such share.
-- One part of the benchmarks at a time: the lists of all of a large load do not fit into memory at once.
CREATE TEMP MACRO curves_of(part, parts) AS TABLE
WITH guessing AS (
    SELECT benchmark.name AS benchmark, metric.name AS metric, chance_level AS chance
    FROM benchmark
    CROSS JOIN metric
    WHERE proportion AND higher_is_better AND chance_level < 1
),
gained AS (
    SELECT
        study, source, metric, family, benchmark, aggregate, model, params_b, progress, checkpoint, value,
        value - lag(value) OVER (
            PARTITION BY study, source, metric, family, benchmark, progress ORDER BY params_b
        ) AS size,
        struct_pack(
            value := value, n_items := n_items, n_repeats := n_repeats, n_seeds := n_seeds, seed_sd := seed_sd,
            stderr := stderr, n_listed := n_listed
        ) AS measured,
        lag(measured) OVER (
            PARTITION BY study, source, metric, family, benchmark, progress ORDER BY params_b
        ) AS smaller,
        kind, n_items, ambiguous
    FROM scale_cell
    WHERE progress IS NOT NULL AND family IS NOT NULL AND hash(benchmark) % parts = part
),
along AS (
    SELECT
        study, source, metric, family, benchmark, aggregate, model, params_b,
        min(n_items) AS n_items,
        list(
            struct_pack(
                progress := progress, checkpoint := checkpoint, value := value, size := size, ambiguous := ambiguous,
                measured := measured, smaller := smaller
            )
            ORDER BY progress
        ) AS cells,
        list(DISTINCT kind::TEXT) AS kinds
    FROM gained
    GROUP BY study, source, metric, family, benchmark, aggregate, model, params_b
)
SELECT
    study, source, metric, family, benchmark, aggregate, along.model, params_b, n_items,
    list_transform(cells, lambda one: one.progress) AS progress,
    list_transform(cells, lambda one: one.checkpoint) AS checkpoint,
    list_transform(cells, lambda one: round(one.value * 100, 3)) AS value,
    list_transform(cells, lambda one: round((one.value - cells[1].value) * 100, 3)) AS gain,
    list_transform(cells, lambda one: round(one.size * 100, 3)) AS size,
    list_transform(cells, lambda one: one.ambiguous) AS ambiguous,
    kinds,
    round(bound.low * 100, 2) AS low,
    round(bound.high * 100, 2) AS high,
    list_transform(cells, lambda one: one.measured) AS measured,
    list_transform(cells, lambda one: one.smaller) AS smaller,
    chance
FROM along
LEFT JOIN bound USING (study, source, metric, benchmark)
LEFT JOIN guessing USING (metric, benchmark)
UNION ALL
SELECT
    study, source, metric, NULL, bound.benchmark, benchmark.aggregate, NULL, NULL, NULL,
    [], [], [], [], [], [], ['bound_low'],
    round(low * 100, 2), round(high * 100, 2),
    [], [], NULL
FROM bound
JOIN benchmark ON benchmark.name = bound.benchmark
WHERE hash(bound.benchmark) % parts = part
  AND (study, source, metric, bound.benchmark) NOT IN (
      SELECT (study, source, metric, benchmark) FROM scale_cell WHERE progress IS NOT NULL AND family IS NOT NULL
  )
ORDER BY study, source, metric, family, benchmark, params_b;

CREATE TABLE scale_curve AS FROM curves_of(0, 1) WITH NO DATA;

INSERT INTO scale_curve FROM curves_of($part, $parts);
