-- The columns that can be the x axis: how many attempts a pass@k is of, then those of numbers that differ for the same model, of
-- which the one with the most values. `benchmark` is always there. After it what has one value on each line, as the size of a
-- model. Last the other numbers of the same runs that are no shares, for their benchmarks or for their training: tokens, time,
-- a divergence.
WITH of_metric AS (
    SELECT DISTINCT run, benchmark
    FROM cell_value
    JOIN run ON run.id = run
    WHERE metric = $metric AND list_contains($source, source)
),
other AS (
    SELECT DISTINCT 'metric.' || metric AS name
    FROM other_numbers((
        SELECT list(DISTINCT metric)
        FROM metric_tally
        JOIN metric ON metric.name = metric
        WHERE list_contains($source, source) AND metric <> $metric AND unit <> 'fraction'
    ))
    JOIN of_metric USING (run)
    WHERE place_among(places, benchmark) IS NOT NULL AND length(metric) <= 64 AND NOT regexp_matches(metric, '[\x00-\x1f\x7f]')
)
SELECT name AS value, "group"
FROM (
    SELECT name, values, numeric AND values_of_a_model > 1 AS along_a_line, '' AS "group"
    FROM role_column($source, $metric)
    WHERE (values > 1 AND name <> 'seed') OR name = 'benchmark'
    UNION ALL
    SELECT name, 0, true, 'Other numbers of these runs' FROM other
)
ORDER BY
    "group",
    name <> 'k',
    values = 1,
    CASE WHEN along_a_line THEN 0 WHEN name = 'benchmark' THEN 1 ELSE 2 END,
    values DESC, name DESC
