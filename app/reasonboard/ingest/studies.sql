-- What the pages of one study read, made once per snapshot from the facts and their cells. What has a colour of
-- its own stands with the number of it, and a metric with its label: joining them took half of a page's query.

-- Scale × progress: the cells of checkpoints. What a page shows at a time stands together, so that the rest
-- is not read.
CREATE TABLE scale_cell AS
SELECT
    study, source, metric, unit, benchmark, aggregate, family, model, params_b, step, progress,
    coalesce(step::TEXT, progress::TEXT) AS checkpoint,
    value, stderr, n_items, n_repeats, n_seeds, seed_sd, kind, ambiguous, run_id, number
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

-- Type × length and iterations: the cells that are marks there, likewise.
CREATE TABLE type_cell AS
SELECT
    study, source, metric, cell.unit, higher_is_better, model, params_b, method, benchmark, split, train_samples,
    task_type, task_length, value, stderr, n_items, n_repeats, n_seeds, kind, run_id
FROM cell
JOIN metric ON metric.name = metric
WHERE study = 'type-length' AND metric = 'accuracy' AND task_type IS NOT NULL AND task_length IS NOT NULL
ORDER BY source, split, train_samples, benchmark, params_b, model, method;

CREATE TABLE iteration_cell AS
SELECT
    study, source, metric, cell.unit, higher_is_better, model, method, benchmark, aggregate, iteration,
    value, stderr, n_items, n_repeats, n_seeds, kind, run_id
FROM cell
JOIN metric ON metric.name = metric
WHERE study = 'iterations' AND iteration IS NOT NULL
ORDER BY source, metric, benchmark, iteration;

-- Type × length: what is one heatmap and one line. `tested` is how many cells its benchmark has,
-- `place` that of its method, of which the one that most models were tested with comes first.
CREATE TABLE type_panel AS
WITH panel AS (
    SELECT
        study, source, benchmark, model, params_b, method, split, train_samples,
        concat_ws(' · ', model, method, benchmark) AS name,
        count(*) AS cells
    FROM cell
    WHERE metric = 'accuracy' AND task_type IS NOT NULL AND task_length IS NOT NULL
    GROUP BY ALL
),
shared AS (
    SELECT
        *,
        sum(cells) OVER (PARTITION BY study, source, benchmark) AS tested,
        count(DISTINCT model) OVER (PARTITION BY study, source, method) AS models
    FROM panel
)
SELECT
    row_number() OVER (
        ORDER BY study, source, benchmark, model, method, split, train_samples
    ) AS id,
    shared.* EXCLUDE (cells, models),
    dense_rank() OVER (PARTITION BY study, source ORDER BY models DESC, method) AS place,
    coalesce(number, 0) AS number
FROM shared
LEFT JOIN identity ON identity.name = method
ORDER BY ALL;

-- One row per panel and type: accuracy (percent) by length as lists, with the lowest and the highest
-- seed; disputed where another source gives another value for the same. `accuracy` is the same as a
-- fraction and not rounded, with what is known of how each cell was measured.
CREATE TABLE type_line AS
WITH tested AS (
    SELECT
        cell.*,
        ambiguous OR coalesce(
            max(value) FILTER (kind <> 'illustrative') OVER same
            - min(value) FILTER (kind <> 'illustrative') OVER same >= 0.0005, false
        ) AS disputed
    FROM cell
    WHERE metric = 'accuracy' AND task_type IS NOT NULL AND task_length IS NOT NULL
    WINDOW same AS (
        PARTITION BY study, benchmark, model, method, split, train_samples, task_type, task_length
    )
)
SELECT
    type_panel.id AS panel,
    task_type,
    list(task_length ORDER BY task_length) AS lengths,
    list(round(value * 100, 1) ORDER BY task_length) AS shown,
    list(round(low * 100, 1) ORDER BY task_length) AS low,
    list(round(high * 100, 1) ORDER BY task_length) AS high,
    list(disputed ORDER BY task_length) AS disputed,
    list(kind::TEXT ORDER BY task_length) AS kinds,
    list(value ORDER BY task_length) AS accuracy,
    list(n_items ORDER BY task_length) AS items,
    list(n_repeats ORDER BY task_length) AS repeats,
    list(n_seeds ORDER BY task_length) AS seeds,
    list(stderr ORDER BY task_length) AS stderrs,
    min(n_seeds) AS n_seeds,
    max(n_items) AS n_items
FROM tested
JOIN type_panel
    ON type_panel.study = tested.study AND type_panel.source = tested.source
    AND type_panel.benchmark = tested.benchmark
    AND type_panel.model IS NOT DISTINCT FROM tested.model
    AND type_panel.method IS NOT DISTINCT FROM tested.method
    AND type_panel.split IS NOT DISTINCT FROM tested.split
    AND type_panel.train_samples IS NOT DISTINCT FROM tested.train_samples
GROUP BY type_panel.id, task_type
ORDER BY ALL;

-- A panel's name says its test set and training examples only where they are not the usual ones.
CREATE MACRO panel_name(model, method, benchmark, split, train_samples, usual_split, usual_samples) AS
concat_ws(
    ' · ', model, method, benchmark,
    replace(replace(nullif(split, usual_split), 'ood_', 'unseen '), '_', ' '),
    CASE WHEN train_samples::TEXT <> usual_samples THEN train_samples || ' examples' END
);

-- Data selection: one row per value, over seeds their mean. Values of different figures or tables
-- (`place`) are not averaged, nor are several for the same in one of them.
CREATE TABLE selection AS
SELECT
    study, source, metric, benchmark, items, aggregate, model, train_samples, selector,
    selector_params_b AS params_b,
    CASE
        WHEN seed IS NOT NULL THEN ''
        WHEN contains(locator, ', ' || selector) THEN split_part(locator, ', ' || selector, 1)
        ELSE regexp_replace(split_part(locator, ',', 1), '\s*(row|line)\s*\d+$', '')
    END AS place,
    CASE WHEN seed IS NULL THEN value END AS of_one,
    CASE WHEN seed IS NULL THEN locator END AS at_one,
    avg(value) AS value,
    stddev_samp(value) AS seed_sd,
    count(DISTINCT seed) AS n_seeds,
    -- What nobody measured has no items behind it.
    min(coalesce(n_items, items)) FILTER (kind NOT IN ('extrapolated', 'illustrative')) AS n_items,
    min(n_repeats) AS n_repeats,
    CASE WHEN count(*) = 1 THEN any_value(stderr) END AS stderr,
    CASE WHEN count(*) = 1 THEN any_value(run) END AS run_id,
    max(kind) AS kind,
    min(locator) AS locator,
    number,
    label
FROM result
JOIN identity ON identity.name = selector
JOIN metric ON metric.name = metric
WHERE selector IS NOT NULL AND kind NOT IN ('bound_low', 'bound_high')
GROUP BY ALL
ORDER BY ALL;

-- Its values with the same number of samples (`budget`): the one that most selectors have a value
-- for. A selector that has none there stands with its nearest one; a value for which the source does
-- not say the number counts as made with it. `low` and `high` span all values of the benchmark.
CREATE MACRO same_samples(of_study, of_source, of_metric, models) AS TABLE
WITH valued AS (
    SELECT *
    FROM selection
    WHERE study = of_study AND source = of_source AND metric = of_metric
      AND (len(models) = 0 OR list_contains(models, model))
),
common AS (
    SELECT train_samples AS budget
    FROM valued
    WHERE train_samples >= 1
    GROUP BY train_samples
    ORDER BY count(DISTINCT selector) DESC, train_samples
    LIMIT 1
),
distant AS (
    SELECT
        valued.*,
        budget,
        abs(ln(train_samples + 1) - ln(budget + 1)) AS distance,
        min(value) OVER (PARTITION BY benchmark) AS low,
        max(value) OVER (PARTITION BY benchmark) AS high
    FROM valued
    LEFT JOIN common ON true
)
SELECT *
FROM distant
QUALIFY distance IS NULL OR distance = min(distance) OVER (PARTITION BY benchmark, selector, model);

-- Iterations: the scores that a source follows along the iterations, a row each: shares of items of
-- which more is better. A source of lengths alone follows an accuracy that it does not give.
CREATE TABLE iteration_metric AS
WITH followed AS (
    SELECT DISTINCT study, source, metric, unit FROM cell WHERE iteration IS NOT NULL
    UNION
    SELECT study, source, metric, unit FROM bound WHERE study = 'iterations'
),
score AS (
    SELECT study, source, metric
    FROM followed
    JOIN metric ON metric.name = followed.metric
    WHERE followed.unit = 'fraction' AND higher_is_better
)
FROM score
UNION ALL
SELECT study, source, 'accuracy'
FROM followed
WHERE metric = 'token_length' AND (study, source) NOT IN (SELECT (study, source) FROM score);

-- One row per score, benchmark and model: accuracy (percent), mean tokens and the range of 95 % of the
-- responses along the iterations, as equally long lists with NULL where there is no value, and the ranges
-- that the source states without a curve. Standard errors and deviations are fractions.
CREATE TABLE iteration_curve AS
WITH along AS (
    SELECT
        score.study, score.source, score.metric,
        benchmark, aggregate, model, concat_ws(' · ', model, method) AS run, iteration,
        arg_min(value, kind) FILTER (cell.metric = score.metric) AS accuracy,
        min(kind) FILTER (cell.metric = score.metric) AS accuracy_kind,
        arg_min(value, kind) FILTER (cell.metric = 'token_length') AS tokens,
        min(kind) FILTER (cell.metric = 'token_length') AS tokens_kind,
        arg_min(value, kind) FILTER (cell.metric = 'token_length_low') AS tokens_low,
        arg_min(value, kind) FILTER (cell.metric = 'token_length_high') AS tokens_high,
        arg_min(stderr, kind) FILTER (cell.metric = score.metric) AS stderr,
        arg_min(seed_sd, kind) FILTER (cell.metric = score.metric) AS seed_sd,
        min(n_items) AS n_items,
        min(n_repeats) FILTER (cell.metric = score.metric) AS n_repeats,
        nullif(min(n_seeds) FILTER (cell.metric = score.metric), 0) AS n_seeds
    FROM cell
    JOIN iteration_metric AS score USING (study, source)
    WHERE iteration IS NOT NULL
      AND cell.metric IN (score.metric, 'token_length', 'token_length_low', 'token_length_high')
    GROUP BY ALL
),
curve AS (
    SELECT
        study, source, metric, benchmark, aggregate, model, run,
        min(n_items) AS n_items,
        min(n_repeats) AS n_repeats,
        min(n_seeds) AS n_seeds,
        list(stderr ORDER BY iteration) AS stderr,
        list(seed_sd ORDER BY iteration) AS seed_sd,
        list(iteration ORDER BY iteration) AS iteration,
        list(round(accuracy * 100, 2) ORDER BY iteration) AS accuracy,
        list(accuracy_kind::TEXT ORDER BY iteration) AS accuracy_kind,
        list(round(tokens)::INTEGER ORDER BY iteration) AS tokens,
        list(tokens_kind::TEXT ORDER BY iteration) AS tokens_kind,
        list(round(tokens_low)::INTEGER ORDER BY iteration) AS tokens_low,
        list(round(tokens_high)::INTEGER ORDER BY iteration) AS tokens_high,
        arg_max(accuracy, iteration) - arg_min(accuracy, iteration) AS gain
    FROM along
    GROUP BY study, source, metric, benchmark, aggregate, model, run
),
stated AS (
    SELECT
        score.study, score.source, score.metric, benchmark, benchmark.aggregate, bound.model, bound.model AS run,
        round(max(low) FILTER (bound.metric = score.metric) * 100, 2) AS accuracy_from,
        round(max(high) FILTER (bound.metric = score.metric) * 100, 2) AS accuracy_to,
        max(low) FILTER (bound.metric = 'token_length') AS tokens_from,
        max(high) FILTER (bound.metric = 'token_length') AS tokens_to
    FROM bound
    JOIN benchmark ON benchmark.name = bound.benchmark
    JOIN iteration_metric AS score USING (study, source)
    WHERE bound.metric IN (score.metric, 'token_length')
    GROUP BY ALL
)
SELECT
    study, source, metric, benchmark, coalesce(curve.model, stated.model) AS model, run, aggregate, n_items, gain,
    n_repeats, n_seeds,
    coalesce(curve.stderr, []) AS stderr,
    coalesce(seed_sd, []) AS seed_sd,
    coalesce(iteration, []) AS iteration,
    coalesce(accuracy, []) AS accuracy,
    coalesce(accuracy_kind, []) AS accuracy_kind,
    coalesce(tokens, []) AS tokens,
    coalesce(tokens_kind, []) AS tokens_kind,
    coalesce(tokens_low, []) AS tokens_low,
    coalesce(tokens_high, []) AS tokens_high,
    accuracy_from, accuracy_to, tokens_from, tokens_to,
    list_filter(
        list_distinct(
            coalesce(accuracy_kind, []) || coalesce(tokens_kind, [])
            || CASE WHEN stated.run IS NULL THEN [] ELSE ['bound_low'] END
        ),
        lambda kind: kind IS NOT NULL
    ) AS kinds
FROM curve
FULL JOIN stated USING (study, source, metric, benchmark, aggregate, run);

-- What the iterations bought: one row per score, benchmark and model, from the first to the last
-- iteration that has a value (percent, tokens). One that has only a start has no gain.
CREATE TABLE iteration_gain AS
WITH ends AS (
    SELECT
        score.study, score.source, score.metric,
        benchmark, aggregate, model, concat_ws(' · ', model, method) AS run,
        min(n_items) AS n,
        count(DISTINCT iteration) FILTER (cell.metric = score.metric) AS accuracies,
        count(DISTINCT iteration) FILTER (cell.metric = 'token_length') AS lengths,
        arg_min(value, (iteration, kind)) FILTER (cell.metric = score.metric) * 100 AS start,
        -- Of equal values the earliest is the best.
        arg_max(value, (value, -iteration)) FILTER (cell.metric = score.metric) * 100 AS best,
        arg_max(iteration, (value, -iteration)) FILTER (cell.metric = score.metric) AS best_at,
        arg_max(value, iteration) FILTER (cell.metric = score.metric) * 100 AS last,
        arg_min(value, (iteration, kind)) FILTER (cell.metric = 'token_length') AS tokens_start,
        arg_max(value, iteration) FILTER (cell.metric = 'token_length') AS tokens_last,
        max(kind)::TEXT AS kind
    FROM cell
    JOIN iteration_metric AS score USING (study, source)
    WHERE iteration IS NOT NULL AND cell.metric IN (score.metric, 'token_length')
    GROUP BY ALL
)
SELECT
    *,
    CASE WHEN accuracies > 1 THEN last - start END AS gain,
    CASE WHEN lengths > 1 THEN tokens_last - tokens_start END AS growth
FROM ends;

-- The page of all data: the printed accuracies for which the number of answers is known, to be checked
-- against it: that of the row itself, else the one that most numbers of the benchmark have in the study,
-- else its items.
CREATE TABLE printed AS
WITH counted AS (
    SELECT study, benchmark, n_items, n_repeats, n_seeds, count(*) AS cells
    FROM cell
    WHERE n_items IS NOT NULL AND unit = 'fraction'
    GROUP BY ALL
),
known AS (
    SELECT study, benchmark, arg_max((n_items, n_repeats, n_seeds), (cells, n_items)) AS answers
    FROM counted
    GROUP BY ALL
)
SELECT
    result.study, result.source, title, result.benchmark, model, metric, value,
    coalesce(result.n_items, answers[1], items) AS n_items,
    CASE WHEN result.n_items IS NULL AND answers IS NOT NULL THEN answers[2] ELSE result.n_repeats END AS n_repeats,
    CASE WHEN result.n_items IS NULL THEN answers[3] END AS n_seeds,
    CASE
        WHEN result.n_items IS NOT NULL THEN 'said with the number'
        WHEN answers IS NOT NULL THEN 'as most numbers of this benchmark'
        ELSE 'the items of the benchmark'
    END AS "n from",
    kind, locator, unit
FROM result
LEFT JOIN known ON known.study = result.study AND known.benchmark = result.benchmark
WHERE unit = 'fraction' AND NOT aggregate AND kind IN ('stated', 'read_off', 'approximate')
  AND coalesce(result.n_items, answers[1], items) IS NOT NULL
ORDER BY study, source, benchmark, locator;

-- How many numbers of which kind every source has for a benchmark, a model and who selected its data.
CREATE TABLE tally AS
SELECT study, source, benchmark, model, selector, kind, count(*) AS numbers
FROM result
GROUP BY ALL
ORDER BY ALL;
