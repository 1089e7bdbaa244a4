-- The metrics of a declared study, the one with the most marks first.
SELECT metric AS value, any_value(label) AS label
FROM role_cell
JOIN metric ON metric.name = metric
WHERE of_study = $study AND metric <> (SELECT cost FROM declared_study WHERE path = $study)
GROUP BY metric
ORDER BY count(*) DESC, metric
