SELECT source, 'iterations' AS study, bool_or(len(list_filter(accuracy, lambda one: one IS NOT NULL)) > 0) AS by_step
FROM iteration_curve
GROUP BY source
