-- The means of samples for which no file states one, and of their lengths.
CREATE TEMP TABLE sampled_number AS
SELECT run, sha256, benchmark, metric, unit, value, stderr, n_items, n_repeats, NULL::TEXT AS locator FROM sample_score LIMIT 0;

SELECT EXISTS (FROM sample_score) OR EXISTS (FROM token_sum);

INSERT INTO sampled_number
SELECT
    run, sha256, benchmark, metric, unit, value, stderr, n_items, n_repeats, 'mean over the items of ' || samples || ' samples'
FROM sample_score
JOIN loaded_run ON key = run
ANTI JOIN loaded_measurement USING (run, benchmark, metric);

INSERT INTO sampled_number BY NAME
SELECT
    run, sha256, benchmark, 'token_length' AS metric, 'tokens' AS unit,
    tokens / samples AS value, n_items, 'mean of ' || samples || ' samples' AS locator
FROM token_sum
JOIN loaded_run ON key = run
ANTI JOIN (SELECT run, benchmark FROM loaded_measurement WHERE metric = 'token_length') AS stated USING (run, benchmark);
