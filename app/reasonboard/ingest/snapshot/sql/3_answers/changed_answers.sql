-- The runs whose answers changed, and the parts that are no longer needed. Returns the number of these runs.
CREATE OR REPLACE TEMP TABLE changed_answer AS
SELECT DISTINCT run
FROM ((FROM sample_part EXCEPT FROM sample_part_before) UNION ALL (FROM sample_part_before EXCEPT FROM sample_part));

SELECT EXISTS (FROM changed_answer);

DELETE FROM stored_part WHERE name NOT IN (SELECT part FROM sample_part);

SELECT count(*) FROM changed_answer;
