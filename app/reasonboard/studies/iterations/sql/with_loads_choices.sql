-- The reader's other loads with trainings that have this score on one of these benchmarks, the newest first.
SELECT id AS value, title AS label
FROM source
WHERE rank > 1000 AND id <> $source AND $source IN (SELECT id FROM source WHERE rank > 1000) AND $form IN ('recipes', 'seeds')
    AND id IN (
        SELECT source
        FROM iteration_curve
        WHERE study = $study AND metric = $metric AND len(list_filter(accuracy, lambda one: one IS NOT NULL)) > 0
            AND benchmark IN (SELECT benchmark FROM iteration_curve WHERE study = $study AND source = $source AND metric = $metric)
    )
ORDER BY loaded_at DESC, id
