-- Runs that were trained on selected data.
SELECT
    key, typed, 'prm-selection' AS study, 3 AS rank,
    CASE WHEN selector IS NULL THEN 'selector' ELSE '' END AS missing,
    ['train_samples', 'selector'] AS axes
FROM candidate
