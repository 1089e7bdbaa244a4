-- The printed accuracies of the filtered numbers whose number of answers is known (see tables.sql).
SELECT * REPLACE (kind::TEXT AS kind)
FROM printed
WHERE (len($of) = 0 OR list_contains($of, study))
  AND (len($source) = 0 OR list_contains($source, source))
  AND (len($benchmark) = 0 OR list_contains($benchmark, benchmark))
  AND (len($model) = 0 OR list_contains($model, model))
  AND (len($kind) = 0 OR list_contains($kind, kind::TEXT))
ORDER BY study, source, benchmark, locator
