-- The marks that can be compared: those of the chosen panel, type and length, '' standing for every
-- one; of the chosen test set and training examples, as the heatmaps have them.
SELECT
    source, model, method, benchmark, split, train_samples AS training_examples,
    task_type AS type, task_length AS length, metric,
    value, stderr, n_items, n_listed, n_repeats, n_seeds, kind::TEXT AS kind, unit, scale, higher_is_better, run_id AS run
FROM type_cell
WHERE study = $study AND source = $source
  AND (split IS NULL OR split = $split)
  AND (train_samples IS NULL OR train_samples::TEXT = $train_samples)
  AND ($first = '' OR concat_ws(' · ', model, method, benchmark) = $first)
  AND ($type = '' OR task_type = $type) AND ($length = '' OR task_length::TEXT = $length)
ORDER BY benchmark, params_b NULLS LAST, model, method, task_type, task_length
