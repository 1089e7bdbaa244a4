-- The rows of parts that are compared with the snapshot `old`; `part` is the number of the part.
CREATE TEMP TABLE part_measurement AS SELECT *, 0 AS part FROM old.stated_measurement LIMIT 0;

CREATE TEMP TABLE part_sample (run TEXT, benchmark TEXT, metric TEXT, item TEXT, score DOUBLE, part INTEGER);
