-- The numbers of tasks of a type and length, whatever else their runs state.
SELECT
    key, typed, 'type-length' AS study, 1 AS rank,
    CASE WHEN typed THEN '' ELSE 'task length' END AS missing,
    ['method', 'train_samples'] AS axes
FROM candidate
