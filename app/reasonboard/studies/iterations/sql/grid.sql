-- One row per benchmark and model: its curve (see tables.sql) and stated ranges. Aggregates come last. `x` is where each
-- iteration stands on the chosen axis: at its number, or at what its run had used by then, NULL where no file says that.
WITH shown AS (
    FROM iteration_curve
    WHERE study = $study AND source = $source AND metric = $metric
),
other AS (FROM other_numbers([metric_of($along)])),
placed AS (
    SELECT benchmark, point.run, list(try_cast(place_among(places, benchmark) AS DOUBLE) ORDER BY iteration) AS x
    FROM (SELECT benchmark, run, unnest(iteration) AS iteration, unnest(runs) AS id FROM shown) AS point
    LEFT JOIN other ON other.run = id
    WHERE metric_of($along) IS NOT NULL
    GROUP BY benchmark, point.run
)
SELECT shown.* EXCLUDE (study, source, metric, gain, runs), coalesce(x, iteration) AS x, benchmark AS panel
FROM shown
LEFT JOIN placed USING (benchmark, run)
ORDER BY aggregate, CASE WHEN $order = 'gain' THEN -gain END NULLS LAST, lower(benchmark), run
