-- A number for each condition of the staged rows: its run.
CREATE TEMP TABLE staged_run AS
SELECT
    row_number() OVER () + (SELECT coalesce(max(id), 0) FROM run) AS id,
    condition
FROM (
    SELECT
        (
            model, method, step, progress, iteration, train_samples, selector, selector_params_b,
            kv_method, kv_window, kv_ratio, seed
        ) AS condition
    FROM staged
    GROUP BY ALL
    ORDER BY min(line)
);
