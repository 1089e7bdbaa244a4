-- What this page reads, made once per snapshot of the cells.

-- One row per value, over seeds their mean. Values of different figures or tables
-- (`place`) are not averaged, nor are several for the same in one of them.
CREATE TABLE selected_value AS
SELECT
    study, result.source, result.metric, result.benchmark, items, aggregate, model, train_samples, selector,
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
    min(n) FILTER (kind NOT IN ('extrapolated', 'illustrative')) AS n_items,
    bool_or("n from" = 'catalogue') AS n_listed,
    scale_of(any_value(metric.unit), any_value(proportion)) AS scale,
    min(n_repeats) AS n_repeats,
    CASE WHEN count(*) = 1 THEN any_value(stderr) END AS stderr,
    CASE WHEN count(*) = 1 THEN any_value(run) END AS run_id,
    max(kind) AS kind,
    min(locator) AS locator,
    label
FROM part_result AS result
JOIN benchmark ON benchmark.name = of_benchmark
JOIN metric ON metric.name = result.metric
ANTI JOIN older_value
    ON older_value.run = result.run AND older_value.benchmark = of_benchmark AND older_value.metric = result.metric
    AND older_value.split IS NOT DISTINCT FROM result.split
WHERE selector IS NOT NULL AND kind NOT IN ('bound_low', 'bound_high')
GROUP BY ALL
ORDER BY ALL;

-- They with the numbers of the colors of selectors.
CREATE VIEW selection AS SELECT selected_value.*, number FROM selected_value JOIN identity ON identity.name = selector;
