-- The number of runs of each model in a source, by whether their settings are known; `are_means` are means of several. Ordered as runs.sql.
WITH shown AS (
    SELECT
        source, title, own, key, model, part_of, families, models,
        coalesce(len(list_filter(map_keys(settings), lambda name: NOT contains(name, '[') OR is_build(name))) > 0, false) AS settings
    FROM model_run
    JOIN (SELECT source, opens, families, models FROM model_source) USING (source)
    WHERE (newest OR $settings = 'all') AND is_shown($source, source, opens)
)
SELECT
    source AS id, title AS source, model, settings, key IN (SELECT part_of FROM shown WHERE part_of IS NOT NULL) AS are_means, count(*) AS runs
FROM shown
GROUP BY id, shown.title, model, settings, are_means, own, families, models
ORDER BY own DESC, families DESC, models DESC, id, min(key)
