-- The sources that are touched by what `fresh` makes of the names and places that they share with others.
INSERT INTO touched_source
SELECT DISTINCT source
FROM (
    SELECT loaded_as AS source FROM (FROM fresh.shown_name EXCEPT FROM shown_name)
    UNION ALL
    SELECT loaded_as FROM (FROM shown_name EXCEPT FROM fresh.shown_name)
    UNION ALL
    SELECT loaded_as FROM (FROM fresh.loaded_benchmark_name EXCEPT FROM loaded_benchmark_name)
    UNION ALL
    SELECT loaded_as FROM (FROM loaded_benchmark_name EXCEPT FROM fresh.loaded_benchmark_name)
    UNION ALL
    SELECT loaded_as FROM loaded_model_name
    JOIN (
        SELECT name FROM (FROM (SELECT name, family, params_b, inferred FROM model)
        EXCEPT FROM (SELECT name, family, params_b, inferred FROM fresh.model))
    ) USING (name)
    UNION ALL
    SELECT loaded_as FROM loaded_benchmark_name
    JOIN (
        SELECT name FROM (FROM (SELECT name, aggregate FROM benchmark) EXCEPT FROM (SELECT name, aggregate FROM fresh.benchmark))
    ) USING (name)
    UNION ALL
    SELECT loaded_as FROM loaded_metric_name
    JOIN (SELECT name FROM (FROM metric EXCEPT FROM fresh.metric)) USING (name)
    UNION ALL
    SELECT source FROM shared_place
    WHERE place IN (
        SELECT place FROM fresh.shared_place
        UNION
        SELECT place FROM shared_place WHERE source IN (FROM touched_source)
    )
)
WHERE source NOT IN (FROM touched_source)
