-- The benchmark that was picked: accuracy over the sizes of the chosen models at the picked checkpoint and at the first;
-- with it the first and the last value of the largest of them. A value that is missing in a file is NULL, and `missing` says
-- what the file has instead.
WITH chosen AS (
    SELECT
        benchmark, model, params_b, progress, step, checkpoint,
        value, stderr, n_items, n_listed, n_repeats, n_seeds, seed_sd, scale, kind::TEXT AS kind, tests, missing
    FROM scale_cell_or_missing
    JOIN scale_tests USING (study, source, metric, family)
    WHERE study = $study AND source = $source AND metric = $metric AND family = $family
      AND progress IS NOT NULL
      AND benchmark = $panel
      AND is_chosen($model, model)
),
largest AS (
    SELECT arg_min(value, progress) AS largest_start, arg_max(value, progress) AS largest_end
    FROM chosen
    WHERE model = (SELECT model FROM chosen WHERE params_b IS NOT NULL ORDER BY params_b DESC, model LIMIT 1)
)
SELECT
    chosen.*, largest_start, largest_end,
    progress = (SELECT min(progress) FROM chosen WHERE value IS NOT NULL) AND checkpoint <> $checkpoint AS first
FROM chosen
CROSS JOIN largest
WHERE checkpoint = $checkpoint OR progress = (SELECT min(progress) FROM chosen WHERE value IS NOT NULL)
ORDER BY progress, params_b, model
