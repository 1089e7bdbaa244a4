-- One benchmark: every value with a sample count, each in the figure or table where it stands
-- (`place`), for only those are one curve. `low` and `high` span all values of the benchmark, so that
-- both charts of it share a scale; `uncounted` are its values without a sample count. `missing` are the sample counts of the
-- same selector and student for which a file has no number.
WITH gone AS (
    SELECT selector, model, list({'samples': train_samples, 'words': missing} ORDER BY train_samples) AS missing
    FROM cell_or_missing
    WHERE missing IS NOT NULL AND study = $study AND source = $source AND metric = $metric AND benchmark = $panel
      AND train_samples >= 1
    GROUP BY selector, model
),
spanned AS (
    SELECT
        selection.*,
        coalesce(gone.missing, []) AS missing,
        min(value) OVER () AS low,
        max(value) OVER () AS high,
        count(*) FILTER (train_samples IS NULL OR train_samples < 1) OVER () AS uncounted,
        params_b IS NULL AND min(train_samples) OVER same = max(train_samples) OVER same AS reference
    FROM selection
    LEFT JOIN gone ON gone.selector = selection.selector AND gone.model IS NOT DISTINCT FROM selection.model
    WHERE study = $study AND source = $source AND metric = $metric AND benchmark = $panel
      AND is_chosen($model, selection.model)
    WINDOW same AS (PARTITION BY selection.selector)
)
SELECT
    selector, benchmark, params_b, number, reference, model, train_samples, place, round(value * 100, 2) AS value,
    kind::TEXT AS kind, n_items, n_listed, n_repeats, n_seeds, seed_sd, stderr, scale, locator, label AS metric,
    round(low * 100, 2) AS low, round(high * 100, 2) AS high, uncounted, missing,
    comparisons($study, $source, $metric) AS comparisons
FROM spanned
WHERE train_samples >= 1
ORDER BY reference, params_b, lower(selector), model, place, train_samples, value, locator
