-- One row per benchmark, student and selector, the selectors in one order over all benchmarks: by
-- how far they stand from the mean of each benchmark, on average. The values are those of the same
-- number of samples (as in by_selector.sql), the most trusted first; none is averaged away, except
-- over seeds. Without a value the lists are NULL.
WITH valued AS (
    SELECT
        model, selector, selector_params_b AS params_b, train_samples, benchmark, items, aggregate,
        CASE WHEN seed IS NULL THEN value END AS of_one,
        CASE WHEN seed IS NULL THEN locator END AS at_one,
        avg(value) AS value,
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
distant AS (
    SELECT valued.*, budget, abs(ln(train_samples + 1) - ln(budget + 1)) AS distance
    FROM valued
    LEFT JOIN common ON true
    WHERE len($benchmark) = 0 OR list_contains($benchmark, benchmark)
),
near AS (
    SELECT *
    FROM distant
    QUALIFY distance IS NULL OR distance = min(distance) OVER (PARTITION BY selector, model, benchmark)
),
compared AS (
    SELECT
        benchmark, model, selector,
        any_value(params_b) AS params_b,
        any_value(budget) AS budget,
        list(round(value * 100, 2) ORDER BY kind, locator, value) AS "values",
        list(kind::TEXT ORDER BY kind, locator, value) AS kinds,
        list(train_samples ORDER BY kind, locator, value) AS samples,
        list(locator ORDER BY kind, locator, value) AS locators
    FROM near
    GROUP BY benchmark, model, selector
),
leads AS (
    SELECT selector, params_b, "values"[1] - avg("values"[1]) OVER (PARTITION BY benchmark, model) AS lead
    FROM compared
),
selectors AS (
    SELECT selector, any_value(params_b) AS params_b, avg(lead) AS lead FROM leads GROUP BY selector
),
panels AS (SELECT DISTINCT benchmark, model, items, aggregate FROM near)
SELECT
    panels.benchmark, panels.model, items, selectors.selector, selectors.params_b, number, budget,
    "values", kinds, samples, locators
FROM panels
CROSS JOIN selectors
JOIN identity ON identity.name = selectors.selector
LEFT JOIN compared
    ON compared.benchmark = panels.benchmark AND compared.selector = selectors.selector
    AND compared.model IS NOT DISTINCT FROM panels.model
ORDER BY aggregate, lower(panels.benchmark), panels.model, lead DESC, lower(selectors.selector)
