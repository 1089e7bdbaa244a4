SELECT source, 'test-time' AS study, false AS by_step, count(*) FILTER (main) AS scores
FROM token_score
GROUP BY source
