-- The benchmarks of a source, the one with the most cells first.
SELECT benchmark AS value, benchmark AS label
FROM type_panel
WHERE study = $study AND source = $source
GROUP BY benchmark, tested
ORDER BY tested DESC, benchmark
