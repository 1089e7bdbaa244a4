-- Every measurement of the picked type and length, seed by seed and whatever its source: of the
-- picked panel, in mode 'difference' also of the one it is compared with.
WITH named AS (
    SELECT
        *,
        panel_name(model, method, benchmark, split, train_samples, $split, $train_samples) AS panel
    FROM result
    WHERE study = $study AND metric = 'accuracy'
      AND task_type = $type AND task_length::TEXT = $length
)
SELECT
    panel, source.title AS source, seed, value, stderr, n_items AS n, named.kind::TEXT AS kind, locator, unit
FROM named
JOIN source ON source.id = named.source
WHERE panel = $first OR ($mode = 'difference' AND panel = $second)
ORDER BY panel <> $first, source.rank, seed, locator
