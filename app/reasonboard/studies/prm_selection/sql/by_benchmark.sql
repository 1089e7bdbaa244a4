-- One row per benchmark, student and selector, the selectors in one order over all benchmarks: by
-- how far they stand from the mean of each benchmark, on average. The values are those of the same
-- number of samples, the most trusted first, each with how it was measured; none is averaged away, except over
-- seeds. Without a value the lists are NULL.
WITH near AS (
    SELECT *
    FROM same_samples($study, $source, $metric, $model)
    WHERE is_chosen($benchmark, benchmark)
),
compared AS (
    SELECT
        benchmark, model, selector,
        any_value(params_b) AS params_b,
        any_value(number) AS number,
        any_value(budget) AS budget,
        list({
            'value': round(value * 100, 2), 'kind': kind::TEXT, 'train_samples': train_samples, 'locator': locator,
            'n_items': n_items, 'n_repeats': n_repeats, 'n_seeds': n_seeds, 'seed_sd': seed_sd, 'stderr': stderr,
            'n_listed': n_listed, 'scale': scale
        } ORDER BY kind, locator, value) AS "values"
    FROM near
    GROUP BY benchmark, model, selector
),
leads AS (
    SELECT selector, params_b, number, "values"[1].value - avg("values"[1].value) OVER (PARTITION BY benchmark, model) AS lead
    FROM compared
),
selectors AS (
    SELECT selector, any_value(params_b) AS params_b, any_value(number) AS number, avg(lead) AS lead
    FROM leads
    GROUP BY selector
),
panels AS (SELECT DISTINCT benchmark, model, items, aggregate, label FROM near)
SELECT
    panels.benchmark, panels.model, items, selectors.selector, selectors.params_b, selectors.number, budget,
    "values", list_transform("values", lambda one: one.kind) AS kinds, label AS metric,
    comparisons($study, $source, $metric) AS comparisons
FROM panels
CROSS JOIN selectors
LEFT JOIN compared
    ON compared.benchmark = panels.benchmark AND compared.selector = selectors.selector
    AND compared.model IS NOT DISTINCT FROM panels.model
ORDER BY aggregate, lower(panels.benchmark), panels.model, lead DESC, lower(selectors.selector)
