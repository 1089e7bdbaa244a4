-- By what the problems of the selected benchmark are known in the answers of each side, and in the files of which tool.
WITH place AS (
    SELECT
        [pair.a.of_benchmark] AS benchmarks, [pair.a.metric] AS of_a, [coalesce(pair.b.metric, '')] AS of_b
    FROM scores_of_pair($a, $b, $metric) AS pair
    WHERE benchmark = $panel
)
SELECT DISTINCT CASE WHEN of_a THEN 'A' ELSE 'B' END AS side, tool, known_by
FROM scores_of_sides(
    runs_of($a), runs_of($b), (SELECT benchmarks FROM place), (SELECT of_a FROM place), (SELECT of_b FROM place)
)
JOIN model_run ON model_run.key = CASE WHEN of_a THEN $a ELSE $b END
ORDER BY side, known_by
