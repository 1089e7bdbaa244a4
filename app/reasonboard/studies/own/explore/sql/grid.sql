-- The first marks that the chosen roles make, one in a row: no chart shows more.
SELECT *, NULL::DOUBLE AS cost, NULL::TEXT AS cost_label
FROM explored_marks($source, $metric, $along, $colour, $panels, $average, $only, $value)
ORDER BY panel_number, number, rank
LIMIT 2000
