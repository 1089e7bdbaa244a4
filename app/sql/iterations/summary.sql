-- What the iterations bought: one row per benchmark and model, from the first to the last
-- iteration that has a value. One that has only a start or only a range has no gain.
WITH chosen AS (
    SELECT *, concat_ws(' · ', model, method) AS run
    FROM cell
    WHERE study = $study AND source = $source AND iteration IS NOT NULL
      AND metric IN ($metric, 'token_length')
      AND (len($benchmark) = 0 OR list_contains($benchmark, benchmark))
      AND (len($model) = 0 OR list_contains($model, model))
),
ends AS (
    SELECT
        benchmark, aggregate, run,
        min(n_items) AS n,
        count(DISTINCT iteration) FILTER (metric = $metric) AS accuracies,
        count(DISTINCT iteration) FILTER (metric = 'token_length') AS lengths,
        arg_min(value, (iteration, kind)) FILTER (metric = $metric) * 100 AS start,
        -- Of equal values the earliest is the best.
        arg_max(value, (value, -iteration)) FILTER (metric = $metric) * 100 AS best,
        arg_max(iteration, (value, -iteration)) FILTER (metric = $metric) AS best_at,
        arg_max(value, iteration) FILTER (metric = $metric) * 100 AS last,
        arg_min(value, (iteration, kind)) FILTER (metric = 'token_length') AS tokens_start,
        arg_max(value, iteration) FILTER (metric = 'token_length') AS tokens_last,
        max(kind)::TEXT AS kind
    FROM chosen
    GROUP BY benchmark, aggregate, run
),
grown AS (
    SELECT
        *,
        CASE WHEN accuracies > 1 THEN last - start END AS gain,
        CASE WHEN lengths > 1 THEN tokens_last - tokens_start END AS growth
    FROM ends
)
SELECT
    benchmark,
    n,
    round(start, 2) AS "start (%)",
    round(best, 2) AS "best (%)",
    best_at AS "best at iteration",
    round(last, 2) AS "last (%)",
    round(gain, 2) AS "gain (points)",
    round(tokens_start)::INTEGER AS "tokens at start",
    round(tokens_last)::INTEGER AS "tokens at last",
    round(growth)::INTEGER AS "growth (tokens)",
    CASE WHEN gain > 0 THEN round(growth / gain, 1) END AS "tokens per point",
    kind,
    run
FROM grown
ORDER BY aggregate, lower(benchmark), run
