-- The lines of the chosen test set after every number of training examples, one row per type.
SELECT
    type_panel.name AS panel, model, params_b, method, benchmark, train_samples,
    task_type, lengths, accuracy, items, repeats, seeds, stderrs
FROM type_panel
JOIN type_line ON type_line.panel = type_panel.id
WHERE study = $study AND source = $source AND (split IS NULL OR split = $split)
  AND (len($benchmark) = 0 OR list_contains($benchmark, benchmark))
ORDER BY benchmark, params_b NULLS LAST, model, method, train_samples, task_type
