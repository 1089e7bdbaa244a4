-- How many problems of the selected benchmark have which outcome, and of how many an answer was cut off.
SELECT
    outcome, count(*)::INTEGER AS problems, max(greatest(n_a, coalesce(n_b, 0)))::INTEGER AS attempts,
    count(*) FILTER (cut_a > 0)::INTEGER AS cut_a, count(*) FILTER (cut_b > 0)::INTEGER AS cut_b,
    count(*) FILTER (cut_a > 0 OR cut_b > 0)::INTEGER AS cut_off,
    bool_and(by_text) AS by_text, 'measured' AS kind
FROM problems_of_pair($a, $b, $panel, $metric)
GROUP BY outcome
ORDER BY outcome
