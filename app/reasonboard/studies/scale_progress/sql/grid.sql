-- One row per benchmark and model: its values along training as lists. `shown` is the value in percent
-- or, by $mode, its gain in points or its share of the way from guessing to all right, in percent (NULL where
-- the chance level is not known); `measured` what is known of the value (fractions), and `base` of that
-- which a gain is counted from. A benchmark of which the source states nothing but a range has one row
-- without values. `tests` says how many tests of each kind the source, metric and family allow.
SELECT
    benchmark, aggregate, model, params_b, n_items, progress, checkpoint,
    CASE $mode
        WHEN 'gain' THEN gain
        WHEN 'size' THEN size
        WHEN 'chance' THEN list_transform(value, lambda one: round((one - 100 * chance) / (1 - chance), 3))
        ELSE value
    END AS shown,
    measured,
    CASE $mode
        WHEN 'gain' THEN list_transform(measured, lambda one, place: CASE WHEN place > 1 THEN measured[1] END)
        WHEN 'size' THEN smaller
    END AS base,
    ambiguous, kinds, low, high, missing, chance, tests
FROM curves_of($study, $source, $metric, $family)
LEFT JOIN scale_tests USING (study, source, metric, family)
ORDER BY aggregate, lower(benchmark), params_b, model
