-- The main score of each benchmark, and every metric that the runs of the series have, the most used first.
SELECT 'main' AS value, 'Main score' AS label
UNION ALL
SELECT * FROM (
    SELECT measurement.metric, any_value(label)
    FROM event
    JOIN measurement USING (run)
    JOIN metric ON metric.name = measurement.metric
    WHERE own AND configuration = $series AND measurement.benchmark <> '(training)' AND metric.unit <> 'tokens'
    GROUP BY measurement.metric
    ORDER BY count(*) DESC, measurement.metric
)
