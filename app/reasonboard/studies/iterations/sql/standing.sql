-- The last iteration of every model of an own source and of the best bundled one with the same score, by benchmark.
WITH beside AS (
    SELECT iteration_cell.source
    FROM iteration_cell
    JOIN source ON source.id = iteration_cell.source
    WHERE metric = $metric AND rank <= 1000 AND source.kind <> 'illustrative'
    ORDER BY rank
    LIMIT 1
)
SELECT
    source = $source AS own, concat_ws(' · ', model, method) AS name, benchmark,
    value, stderr, n_items, n_listed, n_repeats, n_seeds, scale
FROM iteration_cell
WHERE study = $study AND metric = $metric AND NOT aggregate
  AND (source = $source OR source IN (FROM beside))
QUALIFY iteration = max(iteration) OVER (PARTITION BY source, name, benchmark)
ORDER BY own DESC, name, benchmark
