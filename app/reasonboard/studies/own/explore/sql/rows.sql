-- The value of each mark, by which a short link knows what has changed since.
SELECT panel, colour, x, metric, value, unit
FROM explored_marks($source, $metric, $along, $colour, $panels, $average, $only, $value)
ORDER BY panel_number, number, rank
