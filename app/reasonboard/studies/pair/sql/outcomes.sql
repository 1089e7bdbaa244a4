-- How many problems of the selected benchmark have which outcome, and of how many an answer was cut off. They are counted by
-- numbers first: a million outcomes as words take longer than all else of a page.
-- $benchmark_a, $graded, the metrics and the scores of both: the row of studies/pair/sides.
WITH counted AS (
    SELECT
        any_value(a) AS a, any_value(b) AS b, count(*) AS problems, max(n_a) AS attempts_a, max(n_b) AS attempts_b,
        count(*) FILTER (cut_a > 0) AS cut_a, count(*) FILTER (cut_b > 0) AS cut_b,
        count(*) FILTER (cut_a > 0 OR cut_b > 0) AS cut_off, bool_and(by_text) AS by_text
    FROM problems_of_pair($a, $b, $benchmark_a, $metric_a, $metric_b, $score_a, $score_b, $field)
    GROUP BY CASE WHEN a > b THEN 1 WHEN a < b THEN 2 WHEN a = 1 THEN 3 WHEN a = 0 THEN 4 WHEN a > 0 THEN 5 ELSE 6 END
)
SELECT
    outcome_of($b, a, b) AS outcome, sum(problems)::INTEGER AS problems, greatest(max(attempts_a), max(attempts_b))::INTEGER AS attempts,
    max(attempts_a)::INTEGER AS attempts_a, max(attempts_b)::INTEGER AS attempts_b,
    sum(cut_a)::INTEGER AS cut_a, sum(cut_b)::INTEGER AS cut_b, sum(cut_off)::INTEGER AS cut_off,
    bool_and(by_text) AS by_text, $graded AS graded, 'measured' AS kind
FROM counted
GROUP BY outcome
ORDER BY outcome
