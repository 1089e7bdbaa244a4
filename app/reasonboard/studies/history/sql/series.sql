-- The last runs of a series with their scores, the oldest first, each with its answers where these are kept: the mean of each
-- problem in the order of `problems`, which the first score with these problems (`items_digest`) has. `pair` is what the page of
-- two models calls the run, and `column` the benchmark.
WITH score AS MATERIALIZED (
    SELECT *, row_number() OVER (PARTITION BY called ORDER BY place DESC) AS age,
        count(*) OVER (PARTITION BY called)::INTEGER AS all_runs
    FROM scores_in_time($series, $metric, $source)
    QUALIFY age <= 400
),
given AS MATERIALIZED (
    SELECT score.run, called, any_value(score_hash) AS score_hash, any_value(items_digest) AS items_digest
    FROM score
    JOIN answered ON answered.run = score.run AND answered.benchmark = score.benchmark AND answered.metric = score.metric
    WHERE age <= 60 AND is_whole
    GROUP BY score.run, called
    HAVING count(*) = 1
),
listed AS (SELECT min(score_hash) AS score_hash FROM given GROUP BY items_digest),
answers AS (
    SELECT
        score_hash, list(mean ORDER BY item_place) AS means, min(n) FILTER (n > 0) AS attempts, sum(partial) > 0 AS is_graded,
        CASE WHEN score_hash IN (FROM listed) THEN list(item_hash ORDER BY item_place) END AS problems
    FROM item_score
    WHERE score_hash IN (SELECT score_hash FROM given)
    GROUP BY score_hash
)
SELECT
    score.called AS benchmark, score.benchmark AS of_benchmark, metric, unit, scale, higher_is_better, value, stderr, n_items, n_repeats,
    score.key, score.run, score.source, loaded.title, score.model, made_at, made_from, build, seed, repeat, score.kind, locator, age, all_runs,
    model_run.key AS pair, items_digest::TEXT AS items_digest, is_graded, attempts, means, problems
FROM score
JOIN (SELECT id, title FROM source) AS loaded ON loaded.id = score.source
LEFT JOIN model_of_run ON model_of_run.run = score.run
LEFT JOIN single_of_run ON single_of_run.run = score.run
LEFT JOIN model_run ON model_run.number = coalesce(single_of_run.number, model_of_run.number)
LEFT JOIN given ON given.run = score.run AND given.called = score.called
LEFT JOIN answers USING (score_hash)
ORDER BY aggregate, lower(score.called), score.called, age DESC
