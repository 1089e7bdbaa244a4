-- Runs of an iteration of training.
SELECT
    key, typed, 'iterations' AS study, 4 AS rank,
    CASE WHEN iteration IS NULL THEN 'iteration' ELSE '' END AS missing,
    ['iteration', 'method'] AS axes
FROM candidate
