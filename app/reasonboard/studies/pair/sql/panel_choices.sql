-- The benchmarks that both have, those first whose answers are loaded of both, then those of most problems.
WITH loaded AS (
    SELECT answered.benchmark, answered.metric, run IN (SELECT unnest(runs_of($a))) AS of_a
    FROM answered
    WHERE run IN (SELECT unnest(runs_of($a))) OR run IN (SELECT unnest(runs_of($b)))
)
SELECT benchmark AS value, benchmark AS label
FROM scores_of_pair($a, $b, $metric) AS pair
WHERE $b = '' OR pair.b.key IS NOT NULL
ORDER BY
    (SELECT count(DISTINCT of_a) FROM loaded WHERE loaded.benchmark = pair.a.of_benchmark) DESC,
    pair.a.n_items DESC NULLS LAST, pair.benchmark
