SELECT
    source, 'iterations' AS study, bool_or(list_count(accuracy) > 0) AS by_step,
    sum(list_count(accuracy) + list_count(tokens)) AS scores
FROM iteration_curve
GROUP BY source
