-- The models whose row a click can open, the largest first.
SELECT model AS value, model AS label
FROM scale_curve
WHERE study = $study AND source = $source AND metric = $metric AND family = $family
  AND is_chosen($model, model)
GROUP BY model, params_b
ORDER BY params_b DESC, model
