-- What the iterations bought: one row per benchmark and model, from the first to the last
-- iteration that has a value. One that has only a start or only a range has no gain. The lists of its
-- curve (see tables.sql) are for what statistics make of them.
SELECT
    benchmark,
    n,
    round(start, 2) AS "start (%)",
    round(best, 2) AS "best (%)",
    best_at AS "best at iteration",
    round(last, 2) AS "last (%)",
    round(iteration_gain.gain, 2) AS "gain (points)",
    round(tokens_start)::INTEGER AS "tokens at start",
    round(tokens_last)::INTEGER AS "tokens at last",
    round(growth)::INTEGER AS "growth (tokens)",
    CASE WHEN iteration_gain.gain > 0 THEN round(growth / iteration_gain.gain, 1) END AS "tokens per point",
    kind,
    run,
    iteration_gain.model, curve.aggregate, scale, n_items, n_repeats, n_seeds,
    curve.iteration, accuracy, tokens, stderr, seed_sd, coalesce(seeds, []) AS seeds
FROM iteration_gain
JOIN iteration_curve AS curve USING (study, source, metric, benchmark, run)
LEFT JOIN iteration_recipe USING (study, source, metric, benchmark, run)
WHERE study = $study AND source = $source AND metric = $metric
ORDER BY curve.aggregate, lower(benchmark), run
