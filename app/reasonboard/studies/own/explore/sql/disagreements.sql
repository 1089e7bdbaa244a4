-- Numbers of which two of the chosen sources give different values.
SELECT * EXCLUDE (study, id_a, id_b, difference)
FROM listed_disagreement
WHERE list_contains($source, id_a) AND list_contains($source, id_b) AND metric = $metric
ORDER BY abs(difference) DESC, place, metric, source_a, locator_a, source_b, locator_b
