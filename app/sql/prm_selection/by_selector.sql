-- One benchmark: what each selector reaches with the same number of samples. That number is the one
-- that most selectors have a value for; a selector that has none there stands with its nearest one.
-- Values for which the source does not say the number count as made with it. None is averaged away;
-- over seeds their mean stands. `low` and `high` span all values of the benchmark.
WITH valued AS (
    SELECT
        model, selector, selector_params_b AS params_b, train_samples, metric, benchmark,
        CASE WHEN seed IS NULL THEN value END AS of_one,
        CASE WHEN seed IS NULL THEN locator END AS at_one,
        avg(value) AS value,
        count(DISTINCT seed) AS n_seeds,
        min(n_items) AS n_items,
        max(kind) AS kind,
        min(locator) AS locator
    FROM result
    WHERE study = $study AND source = $source AND metric = $metric
      AND selector IS NOT NULL AND kind NOT IN ('bound_low', 'bound_high')
      AND (len($model) = 0 OR list_contains($model, model))
    GROUP BY ALL
),
common AS (
    SELECT train_samples AS budget
    FROM valued
    WHERE train_samples >= 1
    GROUP BY train_samples
    ORDER BY count(DISTINCT selector) DESC, train_samples
    LIMIT 1
),
of_panel AS (
    SELECT
        valued.*,
        budget,
        abs(ln(train_samples + 1) - ln(budget + 1)) AS distance,
        min(value) OVER () AS low,
        max(value) OVER () AS high
    FROM valued
    LEFT JOIN common ON true
    WHERE benchmark = $panel
),
near AS (
    SELECT *
    FROM of_panel
    QUALIFY distance IS NULL OR distance = min(distance) OVER (PARTITION BY selector, model)
)
SELECT
    selector, params_b, number, model, train_samples, budget, round(value * 100, 2) AS value,
    kind::TEXT AS kind, n_seeds, n_items, locator, metric.label AS metric,
    round(low * 100, 2) AS low, round(high * 100, 2) AS high
FROM near
JOIN identity ON identity.name = near.selector
JOIN metric ON metric.name = near.metric
ORDER BY params_b, lower(selector), model, near.kind, locator, value
