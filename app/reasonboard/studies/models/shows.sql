SELECT source, 'models' AS study, false AS by_step, coalesce(any_value(newest), 0) AS scores
FROM model_column
LEFT JOIN (SELECT source, sum(reruns) AS newest FROM newest_score GROUP BY source) AS counted USING (source)
WHERE main
GROUP BY source
