-- What the first can be compared with: every panel that passes the filters, also those of other test sets and
-- training examples (their names say so). In mode 'difference' without the first itself, its own model and
-- benchmark leading; else they depend on neither, so that a change of those need not send them all.
WITH panel AS (
    SELECT
        *,
        panel_name(model, method, benchmark, split, train_samples, $split, $train_samples) AS panel
    FROM type_panel
    WHERE study = $study AND source = $source
      AND is_chosen($benchmark, benchmark) AND is_chosen($model, model) AND is_chosen($method, method)
),
kin AS (
    SELECT model, benchmark FROM panel WHERE $mode = 'difference' AND panel = $first
)
SELECT DISTINCT ON (panel) panel AS value, panel AS label
FROM panel
WHERE $mode <> 'difference' OR panel <> $first
ORDER BY
    panel = name DESC, (model, benchmark) IN (FROM kin) DESC,
    tested DESC, benchmark, params_b NULLS LAST, model, place, split, train_samples DESC
