-- The columns that can be the x axis: how many attempts a pass@k is of, then those of numbers, of which the one with the most values; the size of a model
-- after them, since it has one value on each line. `benchmark` is always there. Last the other numbers of the same runs that
-- are no shares: tokens, time, a divergence.
WITH of_metric AS (SELECT DISTINCT run FROM cell_value JOIN run ON run.id = run WHERE metric = $metric AND list_contains($source, source)),
other AS (
    SELECT DISTINCT 'metric.' || metric AS name
    FROM other_numbers((
        SELECT list(DISTINCT metric)
        FROM metric_tally
        JOIN metric ON metric.name = metric
        WHERE list_contains($source, source) AND metric <> $metric AND unit <> 'fraction'
    ))
    JOIN of_metric USING (run)
    WHERE length(metric) <= 64 AND NOT regexp_matches(metric, '[\x00-\x1f\x7f]')
)
SELECT name AS value, "group"
FROM (
    SELECT name, values, numeric, '' AS "group"
    FROM role_column($source, $metric)
    WHERE (values > 1 AND name <> 'seed') OR name = 'benchmark'
    UNION ALL
    SELECT name, 0, true, 'Other numbers of the runs' FROM other
)
ORDER BY
    "group",
    name <> 'k',
    values = 1,
    CASE WHEN numeric AND name <> 'params_b' THEN 0 WHEN name = 'benchmark' THEN 1 ELSE 2 END,
    values DESC, name DESC
