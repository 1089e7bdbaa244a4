-- The measurements behind the page, seed by seed, as they stand in the source: of all chosen panels,
-- in mode 'difference' of the two that are compared.
WITH named AS (
    SELECT
        *,
        panel_name(model, method, benchmark, split, train_samples, $split, $train_samples) AS panel
    FROM counted_result
    WHERE study = $study AND source = $source AND metric = 'accuracy'
)
SELECT
    benchmark, model, method, train_samples AS "training examples", split AS "test set",
    task_type AS type, task_length AS length, seed, value, stderr, n, "n from",
    kind::TEXT AS kind, locator, unit
FROM named
WHERE ($type = '' OR task_type = $type)
  AND CASE $mode
        WHEN 'difference' THEN panel IN ($first, $second)
        ELSE (split IS NULL OR split = $split)
          AND (train_samples IS NULL OR train_samples::TEXT = $train_samples)
          AND is_chosen($benchmark, benchmark) AND is_chosen($model, model) AND is_chosen($method, method)
      END
ORDER BY
    benchmark, params_b NULLS LAST, model, method, split, train_samples,
    task_type NULLS FIRST, task_length, seed, locator
