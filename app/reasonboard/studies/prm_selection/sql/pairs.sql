-- Every value with the one that the chosen reference (`other_...`) has on the same benchmark, for the same
-- student, with the same number of samples and in the same figure (whatever its panel) or table. Where one
-- of both has several there, none is chosen and none averaged: the pair is left out. Selectors in one
-- order, by their mean gap.
WITH valued AS (
    SELECT
        *,
        split_part(place, ',', 1) AS sheet,
        count(*) OVER (PARTITION BY benchmark, model, selector, place, train_samples) AS times,
        count(*) OVER (PARTITION BY benchmark, model, selector, split_part(place, ',', 1), train_samples) AS in_sheet
    FROM selection
    WHERE study = $study AND source = $source AND metric = $metric
      AND is_chosen($benchmark, benchmark) AND is_chosen($model, model)
),
paired AS (
    SELECT
        one.*, other.selector AS other, other.value AS other_value, other.kind AS other_kind,
        other.n_items AS other_n_items, other.n_repeats AS other_n_repeats, other.n_seeds AS other_n_seeds,
        other.stderr AS other_stderr
    FROM valued AS one
    JOIN valued AS other
        ON other.benchmark = one.benchmark AND other.model IS NOT DISTINCT FROM one.model
        AND other.sheet = one.sheet AND other.train_samples IS NOT DISTINCT FROM one.train_samples
    WHERE other.selector = $reference AND one.selector <> $reference AND one.times = 1 AND other.in_sheet = 1
)
SELECT
    benchmark, model, items, selector, params_b, number, other, place, train_samples,
    round(value * 100, 2) AS value, paired.kind::TEXT AS kind, n_items, n_listed, n_repeats, n_seeds, stderr, scale,
    round(other_value * 100, 2) AS other_value, other_kind::TEXT AS other_kind, other_n_items, other_n_repeats,
    other_n_seeds, other_stderr, locator,
    comparisons($study, $source, $metric) AS comparisons
FROM paired
ORDER BY
    aggregate, lower(benchmark), model, avg(value - other_value) OVER (PARTITION BY selector) DESC,
    lower(selector), paired.kind, locator
