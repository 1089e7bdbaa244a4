-- The benchmarks that both have (all of A where B is ''), each with what is known of both scores and of their answers.
WITH score AS (SELECT * FROM scores_of_pair($a, $b, $metric)),
whole AS (SELECT * FROM score WHERE score.a.split IS NULL AND score.b.split IS NULL),
answers AS (
    SELECT * FROM paired_scores(
        runs_of($a), runs_of($b),
        (SELECT coalesce(list(whole.a.of_benchmark ORDER BY benchmark), []) FROM whole),
        (SELECT coalesce(list(whole.a.metric ORDER BY benchmark), []) FROM whole),
        (SELECT coalesce(list(coalesce(whole.b.metric, '') ORDER BY benchmark), []) FROM whole)
    )
)
SELECT
    score.benchmark, score.a, score.b, score.a.unit AS unit,
    list_distinct([score.a.kind] || CASE WHEN score.b.key IS NULL THEN [] ELSE [score.b.kind] END) AS kinds,
    coalesce(items_a, 0) AS items_a, coalesce(items_b, 0) AS items_b, coalesce(n, 0) AS n, mean_a, mean_b, sd,
    coalesce(only_a, 0) AS only_a, coalesce(only_b, 0) AS only_b, coalesce("binary", false) AS "binary"
FROM score
LEFT JOIN answers ON answers.benchmark = score.a.of_benchmark AND score.a.split IS NULL AND score.b.split IS NULL
WHERE $b = '' OR score.b.key IS NOT NULL
ORDER BY score.benchmark
