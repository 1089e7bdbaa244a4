-- The roll-ups of the runs whose answers changed are made anew, in `portion`s of so many answers; runs that lie in the same part
-- come one after the other.
CREATE OR REPLACE TEMP TABLE stale_answer AS FROM changed_answer SEMI JOIN sample_part_before USING (run);

DELETE FROM item_score WHERE run IN (FROM stale_answer);
DELETE FROM pass_count WHERE run IN (FROM stale_answer);
DELETE FROM field_sum WHERE run IN (FROM stale_answer);
DELETE FROM vote_score WHERE run IN (FROM stale_answer);
DELETE FROM sample_score WHERE run IN (FROM stale_answer);
DELETE FROM cut_score WHERE run IN (FROM stale_answer);
DELETE FROM token_sum WHERE run IN (FROM stale_answer);
DELETE FROM token_bin WHERE run IN (FROM stale_answer);

CREATE OR REPLACE TEMP TABLE portion AS
SELECT run, (sum(rows) OVER (ORDER BY part, run ROWS UNBOUNDED PRECEDING) - rows) // 5000000 AS number
FROM (SELECT run, min(part) AS part, sum(rows) AS rows FROM sample_part JOIN changed_answer USING (run) GROUP BY run);
