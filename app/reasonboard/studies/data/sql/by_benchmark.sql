-- How many numbers of which kind there are for every benchmark under the filters.
SELECT benchmark AS value, benchmark AS label, kind::TEXT AS kind, sum(numbers)::BIGINT AS numbers
FROM tally
WHERE (len($of) = 0 OR list_contains($of, study))
  AND (len($source) = 0 OR list_contains($source, source))
  AND (len($benchmark) = 0 OR list_contains($benchmark, benchmark))
  AND (len($model) = 0 OR list_contains($model, model))
  AND (len($kind) = 0 OR list_contains($kind, kind::TEXT))
GROUP BY benchmark, tally.kind
ORDER BY sum(sum(numbers)) OVER (PARTITION BY benchmark) DESC, lower(benchmark), tally.kind
