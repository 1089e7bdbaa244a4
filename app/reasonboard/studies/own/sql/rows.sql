-- The value of each mark, by which a short link knows what has changed since.
SELECT panel, color, array_to_string(filtered, ' · ') AS filtered, x, metric, value, unit
FROM declared_marks($study, $metric, $source)
ORDER BY panel_number, number, filtered, rank
