-- The panels of the chosen test set and training examples, model by model. The method that most
-- models share comes last: it is what the others are compared with.
SELECT DISTINCT ON (name) name AS value, name AS label
FROM type_panel
WHERE study = $study AND source = $source
  AND (split IS NULL OR split = $split)
  AND (train_samples IS NULL OR train_samples::TEXT = $train_samples)
  AND is_chosen($benchmark, benchmark) AND is_chosen($model, model) AND is_chosen($method, method)
ORDER BY tested DESC, benchmark, params_b NULLS LAST, model, place = 1, place
