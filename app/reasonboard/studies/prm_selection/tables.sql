-- What this page reads, made once per snapshot of the cells.

-- One row per value, over seeds their mean. Values of different figures or tables
-- (`place`) are not averaged, nor are several for the same in one of them.
CREATE TABLE selection AS
SELECT
    study, source, result.metric, benchmark, items, aggregate, model, train_samples, selector,
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
    min(n) FILTER (kind NOT IN ('extrapolated', 'illustrative') AND proportion) AS n_items,
    bool_or("n from" = 'catalogue' AND proportion) AS n_listed,
    min(n_repeats) AS n_repeats,
    CASE WHEN count(*) = 1 THEN any_value(stderr) END AS stderr,
    CASE WHEN count(*) = 1 THEN any_value(run) END AS run_id,
    max(kind) AS kind,
    min(locator) AS locator,
    number,
    label
FROM counted_result AS result
JOIN benchmark ON benchmark.name = result.benchmark
JOIN identity ON identity.name = selector
JOIN metric ON metric.name = result.metric
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

-- How many comparisons a source and metric allow: all pairs of values that were measured on one benchmark for
-- one student. They are one family of tests, whatever is filtered, picked or drawn.
CREATE MACRO comparisons(of_study, of_source, of_metric) AS (
    SELECT coalesce(sum("values" * ("values" - 1) // 2), 0)::INTEGER
    FROM (
        SELECT count(*) AS "values"
        FROM selection
        WHERE study = of_study AND source = of_source AND metric = of_metric
          AND kind NOT IN ('extrapolated', 'illustrative')
        GROUP BY benchmark, model
    )
);
