-- The value of each mark, by which a short link knows what has changed since.
SELECT panel, color, x, metric, value, unit
FROM explored_marks($source, $metric, $along, $color, $panels, $average, $only, $value)
ORDER BY panel_number, number, rank
