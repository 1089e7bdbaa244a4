-- The measurements behind the page, as they stand in the source.
SELECT
    benchmark, model, params_b AS "size (B)", progress, step, metric, value, stderr, n, "n from",
    CASE WHEN proportion AND higher_is_better THEN chance_level END AS "chance level",
    kind::TEXT AS kind, locator, unit
FROM part_result
LEFT JOIN (SELECT name AS of_benchmark, chance_level FROM benchmark) USING (of_benchmark)
JOIN (SELECT name AS metric, proportion, higher_is_better FROM metric) USING (metric)
WHERE study = $study AND source = $source AND metric = $metric
  AND (family = $family OR family IS NULL)
  AND is_chosen($benchmark, benchmark) AND is_chosen($model, model)
ORDER BY benchmark, params_b, model, progress, locator
