-- The benchmarks of the chosen studies and sources.
SELECT benchmark AS value, benchmark AS label
FROM tally
WHERE (len($of) = 0 OR list_contains($of, study)) AND (len($source) = 0 OR list_contains($source, source))
GROUP BY benchmark
ORDER BY lower(benchmark), benchmark
