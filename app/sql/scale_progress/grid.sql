-- One row per benchmark and model: its values along training as lists. `shown` is the value in percent
-- or, by $mode, its gain in points. A benchmark of which the source states nothing but a range has one
-- row without values.
SELECT
    benchmark, aggregate, model, params_b, n_items, progress, checkpoint,
    CASE $mode WHEN 'gain' THEN gain WHEN 'size' THEN size ELSE value END AS shown,
    ambiguous, kinds, low, high
FROM scale_curve
WHERE study = $study AND source = $source AND metric = $metric
  AND (family = $family OR family IS NULL)
ORDER BY aggregate, lower(benchmark), params_b, model
