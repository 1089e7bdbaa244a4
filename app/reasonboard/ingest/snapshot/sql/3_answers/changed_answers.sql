-- Parts of which nothing is needed, and the runs whose answers changed. Gives how many these are.
DELETE FROM stored_part WHERE name NOT IN (SELECT part FROM sample_part);

CREATE OR REPLACE TEMP TABLE changed_answer AS
SELECT DISTINCT run
FROM ((FROM sample_part EXCEPT FROM sample_part_before) UNION ALL (FROM sample_part_before EXCEPT FROM sample_part));

SELECT count(*) FROM changed_answer;
