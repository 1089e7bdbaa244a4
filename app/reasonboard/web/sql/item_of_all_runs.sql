-- Every run that answered one problem of a benchmark, as the pages of models call it, with its score there: n answers were
-- scored, c of them rightly; `graded` is the unit of scores that are not simply right or wrong. The best come first, and the
-- highest where no direction is known. Of several runs of one build their mean is listed. Its id is that of the run `key`; others can have it under another one.
WITH answer AS NOT MATERIALIZED (
    SELECT
        number, metric.higher_is_better,
        CASE WHEN is_graded OR NOT coalesce(metric.higher_is_better, false) THEN metric.unit ELSE '' END AS graded,
        item_score.*
    FROM (
        SELECT DISTINCT number, of_benchmark, metric
        FROM model_score
        WHERE "column" = $benchmark AND is_whole AND is_measured($metric, metric, main)
    ) AS scored
    JOIN run_of_model USING (number)
    JOIN answered
        ON answered.run = run_of_model.run AND answered.benchmark = of_benchmark AND answered.metric = scored.metric
    JOIN metric ON metric.name = answered.metric
    JOIN item_score USING (score_hash)
    WHERE n > 0
)
SELECT
    model_run.key, min(item) AS item, model, variant, own, sum(mean * n) / sum(n) AS score, sum(n)::INTEGER AS n, sum(c)::INTEGER AS c,
    avg(tokens) AS tokens, sum(cut)::INTEGER AS cut,
    CASE WHEN count(DISTINCT finish) = 1 THEN min(finish) END AS finish,
    max(max(graded)) OVER () AS graded, any_value(higher_is_better) AS higher_is_better
FROM answer
JOIN model_run USING (number)
WHERE item_hash IN (SELECT item_hash FROM answer JOIN model_run USING (number) WHERE "key" = $key AND item = $item)
  AND (part_of IS NULL OR model_run.key = $key)
GROUP BY model_run.key, model, variant, own
ORDER BY CASE WHEN any_value(higher_is_better) IS NOT FALSE THEN -score ELSE score END, own DESC, tokens NULLS LAST, model_run.key
