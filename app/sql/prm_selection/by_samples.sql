-- One benchmark: every value with a sample count, each in the figure or table where it stands
-- (`place`), for only those are one curve. Values of different places are not averaged; over seeds
-- their mean stands. `low` and `high` span all values of the benchmark, so that both charts of it
-- share a scale; `uncounted` are its values without a sample count.
WITH valued AS (
    SELECT
        model, selector, selector_params_b AS params_b, train_samples, metric,
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
    WHERE study = $study AND source = $source AND metric = $metric AND benchmark = $panel
      AND selector IS NOT NULL AND kind NOT IN ('bound_low', 'bound_high')
      AND (len($model) = 0 OR list_contains($model, model))
    GROUP BY ALL
),
spanned AS (
    SELECT
        *,
        min(value) OVER () AS low,
        max(value) OVER () AS high,
        count(*) FILTER (train_samples IS NULL OR train_samples < 1) OVER () AS uncounted,
        params_b IS NULL AND min(train_samples) OVER same = max(train_samples) OVER same AS reference
    FROM valued
    WINDOW same AS (PARTITION BY selector)
)
SELECT
    selector, params_b, number, reference, model, train_samples, place, round(value * 100, 2) AS value,
    kind::TEXT AS kind, n_seeds, n_items, locator, metric.label AS metric,
    round(low * 100, 2) AS low, round(high * 100, 2) AS high, uncounted
FROM spanned
JOIN identity ON identity.name = spanned.selector
JOIN metric ON metric.name = spanned.metric
WHERE train_samples >= 1
ORDER BY reference, params_b, lower(selector), model, place, train_samples, value, locator
