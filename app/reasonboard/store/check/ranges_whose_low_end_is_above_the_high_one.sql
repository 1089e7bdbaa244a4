SELECT any_value(file), min(locator), max(value) FILTER (kind = 'bound_low') AS low
FROM result
WHERE kind IN ('bound_low', 'bound_high')
GROUP BY study, source, model, benchmark, metric, unit
HAVING low > max(value) FILTER (kind = 'bound_high')
