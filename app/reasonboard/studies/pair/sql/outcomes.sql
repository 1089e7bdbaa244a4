-- No rows without listed.
-- How many problems of the selected benchmark have which outcome, and of how many an answer was cut off; with the sums over those
-- of which the tokens of both answers are known. They are counted by numbers first: a million outcomes as words take longer than all else of a page.
-- $benchmark_a, $graded, the metrics and the scores of both: the row of studies/pair/sides.
WITH counted AS (
    SELECT
        any_value(a) AS a, any_value(b) AS b, count(*) AS problems, max(n_a) AS attempts_a, max(n_b) AS attempts_b,
        count(*) FILTER (cut_a > 0) AS cut_a, count(*) FILTER (cut_b > 0) AS cut_b,
        count(*) FILTER (cut_a > 0 OR cut_b > 0) AS cut_off, bool_and(by_text) AS by_text,
        count(tokens_a * tokens_b) AS tokens_n, sum(tokens_a) FILTER (tokens_b IS NOT NULL) AS tokens_a,
        sum(tokens_b) FILTER (tokens_a IS NOT NULL) AS tokens_b, sum(tokens_a * tokens_a) FILTER (tokens_b IS NOT NULL) AS tokens_aa,
        sum(tokens_b * tokens_b) FILTER (tokens_a IS NOT NULL) AS tokens_bb, sum(tokens_a * tokens_b) AS tokens_ab
    FROM problems_of_pair($a, $b, $benchmark_a, $metric_a, $metric_b, $score_a, $score_b, $field)
    GROUP BY CASE WHEN a > b THEN 1 WHEN a < b THEN 2 WHEN a = 1 THEN 3 WHEN a = 0 THEN 4 WHEN a > 0 THEN 5 ELSE 6 END
)
SELECT
    outcome_of($b, a, b) AS outcome, sum(problems)::INTEGER AS problems, greatest(max(attempts_a), max(attempts_b))::INTEGER AS attempts,
    max(attempts_a)::INTEGER AS attempts_a, max(attempts_b)::INTEGER AS attempts_b,
    sum(cut_a)::INTEGER AS cut_a, sum(cut_b)::INTEGER AS cut_b, sum(cut_off)::INTEGER AS cut_off,
    bool_and(by_text) AS by_text, $graded AS graded, 'measured' AS kind, sum(tokens_n)::INTEGER AS tokens_n,
    sum(COLUMNS(['tokens_a', 'tokens_b', 'tokens_aa', 'tokens_bb', 'tokens_ab'])) AS '\0'
FROM counted
GROUP BY outcome
ORDER BY outcome
