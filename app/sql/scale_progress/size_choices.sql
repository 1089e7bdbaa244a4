-- The models whose row a click can open, the largest first.
SELECT name AS value, name AS label
FROM model
WHERE family = $family
  AND name IN (SELECT model FROM cell WHERE study = $study AND source = $source)
  AND (len($model) = 0 OR list_contains($model, name))
ORDER BY params_b DESC, name
