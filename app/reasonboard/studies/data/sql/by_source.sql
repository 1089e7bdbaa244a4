-- How many numbers of which kind every source has under the filters.
SELECT source.id AS value, source.title AS label, tally.kind::TEXT AS kind, sum(numbers)::BIGINT AS numbers
FROM tally
JOIN source ON source.id = tally.source
WHERE (len($of) = 0 OR list_contains($of, tally.study))
  AND (len($source) = 0 OR list_contains($source, source.id))
  AND (len($benchmark) = 0 OR list_contains($benchmark, benchmark))
  AND (len($model) = 0 OR list_contains($model, model))
  AND (len($kind) = 0 OR list_contains($kind, tally.kind::TEXT))
GROUP BY source.id, source.title, source.rank, tally.kind
ORDER BY min(study), source.rank, tally.kind
