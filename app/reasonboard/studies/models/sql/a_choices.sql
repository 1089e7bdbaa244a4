-- The runs that can be A, of the chosen models: own ones first, of the block that was loaded into last, as the answer speaks of it; then by block
-- and mean rank, those of few benchmarks last.
SELECT key AS value, label
FROM ranked_runs($settings, $source, $metric)
WHERE len($model) = 0 OR list_contains($model, model)
ORDER BY own DESC, newest DESC, alone, loaded DESC NULLS LAST, block = '', families DESC, models DESC, few, rank, key
LIMIT 500
