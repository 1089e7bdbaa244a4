-- The benchmark that was picked: accuracy along training, a row per model and checkpoint. A value that is missing in a file
-- is NULL, and `missing` says what stands there instead. `restarts` are where the training of the model was restarted, with how
-- many numbers of the lost part are left out.
WITH restarted AS (
    SELECT model, list({'at': progress, 'lost': lost} ORDER BY progress) AS restarts
    FROM scale_run
    WHERE study = $study AND source = $source AND family = $family AND lost > 0 AND progress IS NOT NULL
    GROUP BY model
)
SELECT
    model, params_b, progress, step, checkpoint,
    value, stderr, n_items, n_listed, n_repeats, n_seeds, seed_sd, scale, kind::TEXT AS kind, number, tests, missing,
    coalesce(restarts, []) AS restarts
FROM scale_cell_or_missing
JOIN scale_tests USING (study, source, metric, family)
LEFT JOIN restarted USING (model)
WHERE study = $study AND source = $source AND metric = $metric AND family = $family
  AND progress IS NOT NULL
  AND benchmark = $panel
  AND is_chosen($model, model)
ORDER BY params_b, model, progress
