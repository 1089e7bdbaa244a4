-- One benchmark: what each selector reaches with the same number of samples.
SELECT
    selector, benchmark, params_b, number, model, train_samples, budget, place, round(value * 100, 2) AS value,
    near.kind::TEXT AS kind, n_items, n_listed, n_repeats, n_seeds, seed_sd, stderr, scale, locator, label AS metric,
    round(low * 100, 2) AS low, round(high * 100, 2) AS high,
    comparisons($study, $source, $metric) AS comparisons
FROM same_samples($study, $source, $metric, $model) AS near
WHERE benchmark = $panel
ORDER BY params_b, lower(selector), model, near.kind, locator, value
