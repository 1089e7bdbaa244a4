-- The main score of each benchmark, and every metric that the runs of the series have, the most used first.
SELECT 'main' AS value, 'Main score' AS label
UNION ALL
SELECT * FROM (
    SELECT measurement.metric, any_value(label)
    FROM runs_in_series($series, [])
    JOIN measurement USING (run, benchmark)
    JOIN metric ON metric.name = measurement.metric
    WHERE metric.unit <> 'tokens'
    GROUP BY measurement.metric
    ORDER BY count(*) DESC, measurement.metric
)
