-- Runs of models of known size, along their training.
SELECT
    key, typed, 'scale-progress' AS study, 5 AS rank,
    concat_ws(
        ', ', CASE WHEN params_b IS NULL THEN 'model size' END,
        CASE WHEN progress IS NULL THEN 'steps of more than one checkpoint' END
    ) AS missing,
    ['step', 'progress'] AS axes
FROM candidate
