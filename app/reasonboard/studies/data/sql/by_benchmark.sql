-- How many numbers of which kind there are for every benchmark under the filters.
SELECT benchmark AS value, benchmark AS label, kind::TEXT AS kind, sum(numbers)::BIGINT AS numbers
FROM tally
WHERE is_chosen($of, study) AND is_chosen($source, source) AND is_chosen($benchmark, benchmark)
  AND is_chosen($model, model) AND is_chosen($kind, kind::TEXT)
GROUP BY benchmark, tally.kind
ORDER BY sum(sum(numbers)) OVER (PARTITION BY benchmark) DESC, lower(benchmark), tally.kind
