-- The benchmarks of a source, the one with the most cells first.
SELECT benchmark AS value, benchmark AS label
FROM cell
WHERE study = $study AND source = $source AND metric = 'accuracy'
GROUP BY benchmark
ORDER BY count(*) DESC, benchmark
