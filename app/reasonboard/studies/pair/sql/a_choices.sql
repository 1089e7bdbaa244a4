-- Every run that has a score: own ones first, then the newest of each model.
SELECT
    key AS value,
    concat_ws(' · ', model, nullif(variant, ''), CASE WHEN count(*) OVER (PARTITION BY model, variant) > 1 THEN title END)
        AS label
FROM model_run
ORDER BY own DESC, loaded_at DESC, newest DESC, benchmarks DESC, key
LIMIT 5000
