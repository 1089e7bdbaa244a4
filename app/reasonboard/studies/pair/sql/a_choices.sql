-- Every run that has a score: own ones first, the last load before earlier ones, those that can be compared before others; of
-- each the best by mean rank, as on the page of models.
WITH shared AS (
    SELECT DISTINCT key
    FROM newest_score
    WHERE main AND "column" IN (SELECT "column" FROM newest_score WHERE main GROUP BY ALL HAVING count(DISTINCT key) > 1)
)
SELECT
    model_run.key AS value,
    concat_ws(
        ' · ', model_run.model, nullif(model_run.variant, ''),
        CASE WHEN count(*) OVER (PARTITION BY model_run.model, model_run.variant) > 1 THEN model_run.title END
    ) AS label
FROM model_run
LEFT JOIN ranked_runs('newest', [], 'main') AS ranked USING (number)
ORDER BY
    model_run.own DESC, model_run.key IN (FROM shared) DESC, CASE WHEN model_run.own THEN model_run.loaded_at END DESC,
    model_run.newest DESC, families DESC NULLS LAST, models DESC, few, rank, model_run.benchmarks DESC, model_run.key
LIMIT 5000
