-- The benchmarks of the catalogue, with the other names of each and the groups of tasks that are called so.
SELECT name, aliases, groups, exact
FROM benchmark
WHERE name NOT IN (SELECT name FROM loaded_benchmark_name WHERE NOT listed)
