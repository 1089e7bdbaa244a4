SELECT any_value(source_file), min(locator), max(value) FILTER (kind = 'bound_low') AS low
FROM plain_result
WHERE kind IN ('bound_low', 'bound_high')
GROUP BY study, source, model, benchmark, metric, unit
HAVING low > max(value) FILTER (kind = 'bound_high')
