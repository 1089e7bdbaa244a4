-- The parts with answers of the runs of a portion: is all of a part needed? And one of the runs.
SELECT name, stored_part.sha256, sum(sample_part.rows) = any_value(stored_part.rows), min(run)
FROM sample_part
JOIN portion USING (run)
JOIN stored_part ON name = part
WHERE portion.number = $number
GROUP BY ALL
ORDER BY name
