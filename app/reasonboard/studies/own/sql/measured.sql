-- The metrics of some sources: shares first, then those with the most numbers. `seeds`: have its numbers several seeds?
SELECT metric, any_value(unit) AS unit, count(*) AS numbers, bool_or(n_seeds > 1) AS seeds
FROM cell
WHERE list_contains($source, source)
GROUP BY metric
ORDER BY any_value(unit) <> 'fraction', count(*) DESC, metric <> 'accuracy', metric
