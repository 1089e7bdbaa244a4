-- The parts that the answers of a snapshot stand in, and whether it still needs all of their rows.
SELECT part, (SELECT rows FROM stored_part WHERE name = part) = sum(rows) AS is_whole
FROM sample_part GROUP BY part
