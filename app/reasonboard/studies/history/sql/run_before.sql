-- The last run of the same configuration before the run that the page of two models calls $a, as that page calls it, and when it
-- was made; no row if there is none.
WITH in_order AS (
    SELECT run, lag(run) OVER (
        PARTITION BY model, benchmark, configuration ORDER BY made_at NULLS FIRST, loaded_at, run
    ) AS before
    FROM timed_benchmark
    SEMI JOIN benchmark_series USING (model, benchmark, configuration)
),
called AS (
    SELECT run, arg_min(key, number) AS key FROM run_of_model JOIN model_run USING (number) GROUP BY run
)
SELECT called.key AS b, dated_run.made_at
FROM in_order
JOIN called ON called.run = in_order.before
JOIN dated_run ON dated_run.run = in_order.before
WHERE list_contains(runs_of($a), in_order.run) AND called.key <> $a
ORDER BY dated_run.made_at DESC NULLS LAST, b
LIMIT 1
