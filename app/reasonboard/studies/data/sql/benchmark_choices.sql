-- The benchmarks of the chosen studies and sources.
SELECT benchmark AS value, benchmark AS label
FROM tally
WHERE is_chosen($of, study) AND is_chosen($source, source)
GROUP BY benchmark
ORDER BY lower(benchmark), benchmark
