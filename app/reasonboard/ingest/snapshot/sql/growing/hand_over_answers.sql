-- Hand over the files of the touched runs and the roll-ups of their answers, also of bundled runs.
INSERT INTO fresh.loaded_file
FROM loaded_file
WHERE sha256 IN (SELECT sha256 FROM fresh.loaded_measurement UNION SELECT sha256 FROM fresh.sample_part);

SELECT EXISTS (FROM fresh.sample_part) OR EXISTS (FROM fresh.bundled_answered);

CREATE TEMP TABLE answering AS SELECT key FROM fresh.loaded_run UNION SELECT key FROM fresh.bundled_answered;
INSERT INTO fresh.sample_score SELECT sample_score.* FROM sample_score JOIN answering ON key = run;
INSERT INTO fresh.token_sum SELECT token_sum.* FROM token_sum JOIN answering ON key = run;
INSERT INTO fresh.pass_count SELECT pass_count.* FROM pass_count JOIN answering ON key = run;
INSERT INTO fresh.field_sum SELECT field_sum.* FROM field_sum JOIN answering ON key = run;
INSERT INTO fresh.vote_score SELECT vote_score.* FROM vote_score JOIN answering ON key = run;
INSERT INTO fresh.cut_score SELECT cut_score.* FROM cut_score JOIN answering ON key = run;
DROP TABLE answering;
