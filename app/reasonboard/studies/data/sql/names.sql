-- What loads call their benchmarks and models, and what pages do; of bundled sources where these differ.
SELECT DISTINCT
    'benchmark' AS what, benchmark AS name, benchmark_written AS "in the file", source,
    'as in the catalog' AS how
FROM measurement
JOIN run ON run.id = measurement.run
JOIN source ON source.id = run.source AND source.rank <= 1000
WHERE benchmark_written IS NOT NULL
UNION ALL
SELECT 'benchmark', name, raw, loaded_as, name_from FROM loaded_benchmark_name
UNION ALL
SELECT DISTINCT 'model', name, written_in_file(raw_model), loaded_as, name_from FROM shown_name
ORDER BY ALL
