-- How many numbers of which kind every source has under the filters.
SELECT source.id AS value, source.title AS label, tally.kind::TEXT AS kind, sum(numbers)::BIGINT AS numbers
FROM tally
JOIN source ON source.id = tally.source
WHERE is_chosen($of, tally.study) AND is_chosen($source, source.id) AND is_chosen($benchmark, benchmark)
  AND is_chosen($model, model) AND is_chosen($kind, tally.kind::TEXT)
GROUP BY source.id, source.title, source.rank, tally.kind
ORDER BY min(study), source.rank, tally.kind
