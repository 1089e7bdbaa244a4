-- No rows without answered.
-- By what the problems of the selected benchmark are known in the answers of each side, and in the files of which tool.
-- $of_benchmark and the metrics of both: the row of studies/pair/sides.
SELECT DISTINCT CASE WHEN of_a THEN 'A' ELSE 'B' END AS side, tool, known_by
FROM scores_of_sides(runs_of($a), runs_of($b), [$of_benchmark], [$metric_a], [$metric_b])
JOIN model_run ON model_run.key = CASE WHEN of_a THEN $a ELSE $b END
ORDER BY side, known_by
