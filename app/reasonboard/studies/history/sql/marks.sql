-- The score of the selected run on the selected benchmark.
SELECT
    benchmark, metric, value, stderr, n_items, false AS n_listed, n_repeats, NULL AS n_seeds, NULL AS seed_sd, kind, unit, scale,
    higher_is_better, run
FROM scores_in_time($series, $metric, $source)
WHERE called = $panel AND key = $run
