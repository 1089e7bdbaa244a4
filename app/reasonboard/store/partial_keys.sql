-- What is still needed of the parts that are not among the `whole` ones.
SELECT DISTINCT part, run, benchmark, metric FROM sample_part WHERE NOT list_contains($whole, part)
