-- Every run that answered one problem of a benchmark, as the pages of models call it, with its score there: n answers were
-- scored, c of them rightly. The best stand first.
SELECT
    model_run.key, model, variant, own, sum(mean * n) / sum(n) AS score, sum(n)::INTEGER AS n, sum(c)::INTEGER AS c,
    avg(tokens) AS tokens, sum(cut)::INTEGER AS cut,
    CASE WHEN count(DISTINCT finish) = 1 THEN min(finish) END AS finish
FROM (
    SELECT DISTINCT number, of_benchmark, metric
    FROM model_score
    WHERE "column" = $benchmark AND split IS NULL AND is_measured($metric, metric, main)
) AS scored
JOIN model_of_run USING (number)
JOIN answered
    ON answered.run = model_of_run.run AND answered.benchmark = of_benchmark AND answered.metric = scored.metric
JOIN item_score USING (score_hash)
JOIN model_run USING (number)
WHERE item = $item AND n > 0
GROUP BY model_run.key, model, variant, own
ORDER BY score DESC, own DESC, tokens NULLS LAST, model_run.key
