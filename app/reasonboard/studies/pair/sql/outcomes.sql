-- How many problems of the selected benchmark have which outcome, and of how many an answer was cut off. They are counted by
-- signs first: a million outcomes as words take longer than all else of a page.
WITH counted AS (
    SELECT
        any_value(a) AS a, any_value(b) AS b, count(*) AS problems, max(greatest(n_a, coalesce(n_b, 0))) AS attempts,
        count(*) FILTER (cut_a > 0) AS cut_a, count(*) FILTER (cut_b > 0) AS cut_b,
        count(*) FILTER (cut_a > 0 OR cut_b > 0) AS cut_off, bool_and(by_text) AS by_text
    FROM problems_of_pair($a, $b, $panel, $metric, $field)
    GROUP BY sign(a - b), sign(a), a = 1
)
SELECT
    outcome_of($b, a, b) AS outcome, sum(problems)::INTEGER AS problems, max(attempts)::INTEGER AS attempts,
    sum(cut_a)::INTEGER AS cut_a, sum(cut_b)::INTEGER AS cut_b, sum(cut_off)::INTEGER AS cut_off,
    bool_and(by_text) AS by_text, 'measured' AS kind
FROM counted
GROUP BY outcome
ORDER BY outcome
