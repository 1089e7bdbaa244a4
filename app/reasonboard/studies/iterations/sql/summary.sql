-- What the iterations bought: one row per benchmark and model, from the first to the last
-- iteration that has a value. One that has only a start has no gain, one that has only a range no row. The lists of its
-- curve (see tables.sql) are for what statistics make of them.
WITH curve AS (
    SELECT
        iteration_curve.*, unnest(bought),
        CASE WHEN list_count(accuracy) > 1 THEN bought.last * 100 - bought.start * 100 END AS gain,
        CASE WHEN list_count(tokens) > 1 THEN bought.tokens_last - bought.tokens_start END AS growth
    FROM iteration_curve
    WHERE study = $study AND source = $source AND metric = $metric AND list_count(accuracy) + list_count(tokens) > 0
)
SELECT
    benchmark,
    n_items AS n,
    round(start * 100, 2) AS "start (%)",
    round(best * 100, 2) AS "best (%)",
    best_at AS "best at iteration",
    round(last * 100, 2) AS "last (%)",
    round(gain, 2) AS "gain (points)",
    round(tokens_start)::INTEGER AS "tokens at start",
    round(tokens_last)::INTEGER AS "tokens at last",
    round(growth)::INTEGER AS "growth (tokens)",
    CASE WHEN gain > 0 THEN round(growth / gain, 1) END AS "tokens per point",
    kind,
    run,
    model, aggregate, scale, n_items, n_repeats, n_seeds,
    iteration, accuracy, tokens, stderr, seed_sd, coalesce(seeds, []) AS seeds
FROM curve
LEFT JOIN iteration_recipe USING (study, source, metric, benchmark, run)
ORDER BY aggregate, lower(benchmark), run
