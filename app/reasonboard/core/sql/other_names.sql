-- Every name of a benchmark or model with each other name that it goes by.
SELECT name, unnest(aliases) AS alias FROM benchmark
UNION
SELECT name, unnest(aliases) AS alias FROM model
