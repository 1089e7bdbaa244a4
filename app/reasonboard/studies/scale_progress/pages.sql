-- The curves of a family (`scale_curve`) with its cells along training as lists: percent, and in points the gains, which no
-- filter changes: since the first checkpoint of the model, and over the next smaller model of its family. `measured` is what is
-- known of each value, as fractions, and `smaller` that of the next smaller model's; at `missing` its file has no number.
-- Computed when a page reads it: the lists of all families of a large load would take longer to make than all that they are
-- made of.
CREATE MACRO curves_of(of_study, of_source, of_metric, of_family) AS TABLE
WITH gained AS (
    SELECT
        coalesce(part.name, cell_value.benchmark) AS benchmark, model, progress, checkpoint, value, kind, n_items, ambiguous,
        value - lag(value) OVER by_size AS size,
        struct_pack(
            value := value, n_items := n_items, n_repeats := n_repeats, n_seeds := n_seeds, seed_sd := seed_sd,
            stderr := stderr, n_listed := n_listed, scale := scale
        ) AS measured,
        lag(measured) OVER by_size AS smaller
    FROM scale_run
    JOIN cell_value USING (run)
    CROSS JOIN (SELECT scale_of(unit, proportion) AS scale FROM metric WHERE name = of_metric)
    LEFT JOIN benchmark_part AS part
        ON part.source = scale_run.source AND part.benchmark = cell_value.benchmark
        AND part.split IS NOT DISTINCT FROM cell_value.split
    WHERE study = of_study AND scale_run.source = of_source AND metric = of_metric AND family = of_family AND progress IS NOT NULL
    WINDOW by_size AS (PARTITION BY coalesce(part.name, cell_value.benchmark), progress ORDER BY params_b)
),
along AS (
    SELECT
        benchmark, model, min(n_items) AS n_items,
        list(
            struct_pack(
                progress := progress, checkpoint := checkpoint, value := value, size := size, ambiguous := ambiguous,
                measured := measured, smaller := smaller, kind := kind::TEXT
            )
            ORDER BY progress
        ) AS cells
    FROM gained
    GROUP BY benchmark, model
),
gone AS (
    SELECT benchmark, model, list(progress ORDER BY progress) AS missing
    FROM scale_run
    JOIN missing_value USING (run)
    WHERE study = of_study AND source = of_source AND metric = of_metric AND family = of_family AND progress IS NOT NULL
    GROUP BY benchmark, model
),
curve AS (
    SELECT scale_curve.*, n_items, coalesce(cells, []) AS cells, coalesce(missing, []) AS missing
    FROM scale_curve
    LEFT JOIN along ON along.benchmark = scale_curve.benchmark AND along.model = scale_curve.model
    LEFT JOIN gone ON gone.benchmark = scale_curve.benchmark AND gone.model = scale_curve.model
    WHERE study = of_study AND source = of_source AND metric = of_metric AND (family = of_family OR family IS NULL)
)
SELECT
    study, source, metric, family, benchmark, aggregate, model, params_b, n_items,
    list_transform(cells, lambda one: one.progress) AS progress,
    list_transform(cells, lambda one: one.checkpoint) AS checkpoint,
    list_transform(cells, lambda one: round(one.value * 100, 3)) AS value,
    list_transform(cells, lambda one: round((one.value - cells[1].value) * 100, 3)) AS gain,
    list_transform(cells, lambda one: round(one.size * 100, 3)) AS size,
    list_transform(cells, lambda one: one.ambiguous) AS ambiguous,
    CASE WHEN model IS NULL THEN ['bound_low'] ELSE list_distinct(list_transform(cells, lambda one: one.kind)) END AS kinds,
    low,
    high,
    list_transform(cells, lambda one: one.measured) AS measured,
    list_transform(cells, lambda one: one.smaller) AS smaller,
    missing,
    chance
FROM curve;
