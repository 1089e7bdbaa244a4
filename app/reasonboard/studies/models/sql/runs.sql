-- The runs that are shown, with the settings that are known of each, but for those of single tasks.
SELECT
    model_run.source AS id, model_run.title AS source, key AS run, model, variant, runs, benchmarks, tool, tool_version AS version, date,
    array_to_string(
        list_transform(
            list_filter(map_entries(settings), lambda one: NOT contains(one."key", '[')),
            lambda one: one."key" || ' = ' || one."value"
        ), ', '
    ) AS settings
FROM model_run
JOIN model_source USING (source)
WHERE (newest OR $settings = 'all') AND is_shown($source, source, opens)
  AND (len($model) = 0 OR list_contains($model, model))
ORDER BY model_run.own DESC, families DESC, models DESC, model_run.source, key
