-- No rows without listed.
-- The difference on the selected benchmark over all problems, and over those that neither side cut off. `flipped_a` are
-- the problems of which only B's answer was cut off and only A's is right.
-- $benchmark_a, $graded, the metrics and the scores of both: the row of studies/pair/sides.
WITH counted AS (
    SELECT
        grouping(is_complete) = 1 AS is_whole, is_complete,
        count(*)::INTEGER AS n, avg(a) AS mean_a, avg(b) AS mean_b, stddev_samp(a - b) AS sd,
        count(*) FILTER (a > b)::INTEGER AS only_a, count(*) FILTER (a < b)::INTEGER AS only_b,
        bool_and(n_a = 1 AND n_b = 1 AND a IN (0, 1) AND b IN (0, 1)) AS "binary",
        CASE WHEN bool_and(n_a > 1 OR a IN (0, 1)) AND bool_and(n_b > 1 OR b IN (0, 1)) THEN min(least(n_a, n_b)) END::INTEGER AS attempts,
        NULL AS seeds_a, NULL AS seeds_b,
        count(*) FILTER (cut_a > 0)::INTEGER AS cut_a, count(*) FILTER (cut_b > 0)::INTEGER AS cut_b,
        count(*) FILTER (cut_b > 0 AND a > b)::INTEGER AS flipped_a,
        count(*) FILTER (cut_a > 0 AND b > a)::INTEGER AS flipped_b,
        count(cut_a) > 0 AS known_a, count(cut_b) > 0 AS known_b
    FROM (
        SELECT *, coalesce(cut_a, 0) = 0 AND coalesce(cut_b, 0) = 0 AS is_complete
        FROM problems_of_pair($a, $b, $benchmark_a, $metric_a, $metric_b, $score_a, $score_b, [])
        WHERE $b <> ''
    )
    GROUP BY GROUPING SETS ((), (is_complete))
)
SELECT * EXCLUDE (is_complete), $graded AS graded, 'measured' AS kind
FROM counted
WHERE is_whole OR is_complete
QUALIFY bool_or(known_a OR known_b) OVER ()
ORDER BY is_whole DESC
