-- One row per panel (model, method, benchmark) and type: its values by length as lists, with the
-- lowest and the highest seed; `accuracy` as fractions, with what is known of how each was measured, and
-- the lengths for which the file has no number.
-- The panels are all that were chosen, in mode 'difference' $first and
-- $second. By `rank` the benchmark with the most cells and the methods that most models share lead.
WITH panel AS (
    SELECT
        *,
        panel_name(model, method, benchmark, split, train_samples, $split, $train_samples) AS panel,
        panel = name AS chosen
    FROM type_panel
    WHERE study = $study AND source = $source
),
-- How many methods stand beside the first of their model and benchmark: one family of tests, whatever is filtered.
compared AS (
    SELECT coalesce(sum(methods - 1), 0)::INTEGER AS methods
    FROM (SELECT count(DISTINCT method) AS methods FROM panel WHERE chosen GROUP BY model, benchmark)
),
ranked AS (
    SELECT
        *,
        dense_rank() OVER (
            ORDER BY
                CASE $mode WHEN 'difference' THEN panel <> $first ELSE false END,
                tested DESC, benchmark, params_b IS NULL, place, params_b, model
        ) AS rank
    FROM panel
    WHERE CASE $mode
            WHEN 'difference' THEN panel IN ($first, $second)
            ELSE chosen
              AND is_chosen($benchmark, benchmark) AND is_chosen($model, model) AND is_chosen($method, method)
          END
)
SELECT
    ranked.panel, rank, chosen, model, params_b, method, benchmark,
    (SELECT max(rank) FROM ranked) AS panels,
    (SELECT methods FROM compared) AS comparisons,
    number,
    task_type, lengths, shown, low, high, disputed, kinds, n_seeds, n_items,
    accuracy, items, repeats, seeds, stderrs, missing_lengths, missing
FROM ranked
JOIN type_line ON type_line.panel = ranked.id
ORDER BY rank, task_type
