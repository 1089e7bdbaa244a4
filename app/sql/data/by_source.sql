-- How many numbers of which kind (`counted`) every source has under the filters.
SELECT source.id AS value, source.title AS label, result.kind::TEXT AS counted, 'measured' AS kind, count(*) AS numbers
FROM result
JOIN source ON source.id = result.source
WHERE (len($of) = 0 OR list_contains($of, result.study))
  AND (len($source) = 0 OR list_contains($source, source.id))
  AND (len($benchmark) = 0 OR list_contains($benchmark, benchmark))
  AND (len($model) = 0 OR list_contains($model, model))
  AND (len($kind) = 0 OR list_contains($kind, result.kind::TEXT))
GROUP BY source.id, source.title, source.study, source.rank, result.kind
ORDER BY source.study, source.rank, result.kind
