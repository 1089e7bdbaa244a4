-- The benchmarks of the series by this metric.
SELECT called AS value, called AS label
FROM scores_in_time($series, $metric, $source)
GROUP BY called, aggregate
ORDER BY aggregate, lower(called), called
