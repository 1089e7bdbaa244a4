-- The runs that are shown, and the means of several of them, with the settings that are known of each, but for those of single tasks; versions last, of long
-- values the beginning (`result` has all).
SELECT
    model_run.source AS id, model_run.title AS source, key AS run, model, nullif(variant, '') AS variant, part_of, runs, benchmarks, tool, tool_version AS version, date,
    nullif(array_to_string(
        list_transform(
            list_filter(map_entries(settings), lambda one: NOT contains(one."key", '[') AND NOT is_build(one."key"))
            || list_filter(map_entries(settings), lambda one: is_build(one."key")),
            lambda one: one."key" || ' = ' || CASE
                WHEN suffix(one."key", '_digest') THEN left(one."value", 8)
                WHEN length(one."value") > 60 THEN left(one."value", 59) || '…'
                ELSE one."value"
            END
        ), ', '
    ), '') AS settings
FROM model_run
JOIN model_source USING (source)
WHERE (newest OR $settings = 'all') AND is_shown($source, source, opens)
  AND (len($model) = 0 OR list_contains($model, model))
ORDER BY model_run.own DESC, families DESC, models DESC, model_run.source, key
