-- How each type of the chosen panels falls with length, in mode 'difference' of the two that are compared:
-- points per length by least squares, the 5 shortest minus the 5 longest lengths with the 95% interval
-- (none where the number of answers is not known or the two overlap). Accuracies in points.
WITH panel AS (
    SELECT
        *,
        panel_name(model, method, benchmark, split, train_samples, $split, $train_samples) AS panel,
        panel = name AS chosen
    FROM type_panel
    WHERE study = $study AND source = $source
),
cells AS (
    SELECT
        panel.* , task_type,
        unnest(lengths) AS length, unnest(accuracy) AS value, unnest(items) AS n_items,
        unnest(repeats) AS n_repeats, unnest(seeds) AS n_seeds, unnest(stderrs) AS stderr
    FROM panel
    JOIN type_line ON type_line.panel = panel.id
    WHERE ($type = '' OR task_type = $type)
      AND CASE $mode
            WHEN 'difference' THEN panel.panel IN ($first, $second)
            ELSE chosen
              AND is_chosen($benchmark, benchmark) AND is_chosen($model, model) AND is_chosen($method, method)
          END
),
-- The variance of a cell: that of its standard error, else Agresti and Coull's of its problems, each of which counts once.
measured AS (
    SELECT
        *,
        CASE
            WHEN stderr > 0 AND value > 0 AND value < 1 THEN stderr ** 2
            ELSE (value * n_items + 2) / (n_items + 4) * (1 - (value * n_items + 2) / (n_items + 4)) / (n_items + 4)
        END AS variance,
        row_number() OVER (line ORDER BY length) AS up,
        row_number() OVER (line ORDER BY length DESC) AS down,
        count(*) OVER line AS lengths
    FROM cells
    WINDOW line AS (PARTITION BY id, task_type)
),
fallen AS (
    SELECT
        tested, benchmark, params_b, model, place, panel, task_type,
        min(length) AS shortest, max(length) AS longest,
        regr_slope(value, length) * 100 AS slope,
        CASE WHEN lengths >= 10
            THEN (avg(value) FILTER (up <= 5) - avg(value) FILTER (down <= 5)) * 100 END AS gap,
        CASE WHEN lengths >= 10 AND count(variance) = lengths
            THEN 196 * sqrt(sum(variance) FILTER (up <= 5 OR down <= 5)) / 5 END AS half
    FROM measured
    GROUP BY tested, benchmark, params_b, model, place, panel, task_type, lengths
)
SELECT
    panel, task_type AS type, shortest, longest,
    -- Of tokens the slope is small: three digits of it.
    round(slope, greatest(2, try_cast(2 - floor(log10(nullif(abs(slope), 0))) AS INTEGER))) AS "points per length",
    round(gap, 1) AS "5 shortest − 5 longest",
    round(gap - half, 1) AS "from",
    round(gap + half, 1) AS "to"
FROM fallen
ORDER BY tested DESC, benchmark, params_b NULLS LAST, model, place, panel, type
