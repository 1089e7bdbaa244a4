-- Every name of a benchmark or model with each other name that it goes by.
SELECT name, unnest(aliases) AS alias FROM benchmark
UNION
SELECT name, raw FROM loaded_benchmark_name
UNION
SELECT name, unnest(aliases) AS alias FROM model
