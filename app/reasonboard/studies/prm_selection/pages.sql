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
