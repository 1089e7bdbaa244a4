-- What the pages of one study read, made once per snapshot from the facts and their cells.

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
    * EXCLUDE (cells, models),
    dense_rank() OVER (PARTITION BY study, source ORDER BY models DESC, method) AS place
FROM shared
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
    count(DISTINCT seed) AS n_seeds,
    min(n_items) AS n_items,
    max(kind) AS kind,
    min(locator) AS locator
FROM result
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

-- One row per place of a heatmap over KV windows and ratios: where a source gives several values, the most
-- trusted. A panel names its method where the source has several; its number is free of any filter.
CREATE TABLE kv_place AS
SELECT
    *,
    concat_ws(
        ' · ', model, benchmark, CASE WHEN count(DISTINCT coalesce(kv_method, '')) OVER shown > 1 THEN kv_method END
    ) AS panel,
    dense_rank() OVER (shown ORDER BY model, lower(benchmark), kv_method) - 1 AS number
FROM (
    SELECT
        study, source, metric, model, benchmark, kv_method, kv_window, kv_ratio,
        arg_min(value, (kind, locators[1])) AS value,
        arg_min(try_cast(settings['budget'] AS DOUBLE), (kind, locators[1])) AS budget,
        min(kind) AS kind,
        min(n_items) AS n_items,
        min(n_repeats) AS n_repeats,
        min(low) < max(high) AS ambiguous
    FROM cell
    WHERE kv_window IS NOT NULL AND kv_ratio IS NOT NULL
    GROUP BY ALL
)
WINDOW shown AS (PARTITION BY study, source, metric)
ORDER BY study, source, metric, number, kv_window, kv_ratio;

-- One row per benchmark and model of a source: accuracy (percent), mean tokens and the range of 95 % of the
-- responses along the iterations, as equally long lists with NULL where there is no value, and the ranges
-- that the source states without a curve.
CREATE MACRO iteration_curve(of_study, of_source, of_metric) AS TABLE
WITH along AS (
    SELECT
        benchmark, aggregate, model, concat_ws(' · ', model, method) AS run, iteration,
        arg_min(value, kind) FILTER (metric = of_metric) AS accuracy,
        min(kind) FILTER (metric = of_metric) AS accuracy_kind,
        arg_min(value, kind) FILTER (metric = 'token_length') AS tokens,
        min(kind) FILTER (metric = 'token_length') AS tokens_kind,
        arg_min(value, kind) FILTER (metric = 'token_length_low') AS tokens_low,
        arg_min(value, kind) FILTER (metric = 'token_length_high') AS tokens_high,
        min(n_items) AS n_items
    FROM cell
    WHERE study = of_study AND source = of_source AND iteration IS NOT NULL
      AND metric IN (of_metric, 'token_length', 'token_length_low', 'token_length_high')
    GROUP BY ALL
),
curve AS (
    SELECT
        benchmark, aggregate, model, run,
        min(n_items) AS n_items,
        list(iteration ORDER BY iteration) AS iteration,
        list(round(accuracy * 100, 2) ORDER BY iteration) AS accuracy,
        list(accuracy_kind::TEXT ORDER BY iteration) AS accuracy_kind,
        list(round(tokens)::INTEGER ORDER BY iteration) AS tokens,
        list(tokens_kind::TEXT ORDER BY iteration) AS tokens_kind,
        list(round(tokens_low)::INTEGER ORDER BY iteration) AS tokens_low,
        list(round(tokens_high)::INTEGER ORDER BY iteration) AS tokens_high,
        arg_max(accuracy, iteration) - arg_min(accuracy, iteration) AS gain
    FROM along
    GROUP BY benchmark, aggregate, model, run
),
stated AS (
    SELECT
        benchmark, benchmark.aggregate, bound.model, bound.model AS run,
        round(max(low) FILTER (metric = of_metric) * 100, 2) AS accuracy_from,
        round(max(high) FILTER (metric = of_metric) * 100, 2) AS accuracy_to,
        max(low) FILTER (metric = 'token_length') AS tokens_from,
        max(high) FILTER (metric = 'token_length') AS tokens_to
    FROM bound
    JOIN benchmark ON benchmark.name = bound.benchmark
    WHERE study = of_study AND source = of_source AND metric IN (of_metric, 'token_length')
    GROUP BY ALL
)
SELECT
    benchmark, coalesce(curve.model, stated.model) AS model, run, aggregate, n_items, gain,
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
FULL JOIN stated USING (benchmark, aggregate, run);
