-- One row per score of the runs that are shown: the newest of each model or all, 500 at most of `all_runs`. `place` is the
-- order of the blocks, `panel` what a column is called on the page, `paired` what is known of its problems beside other runs.
WITH chosen AS (FROM shown_runs($settings, $source)),
paired AS (SELECT panel, key_a AS key, list(paired_run ORDER BY key_b) AS paired FROM paired_run GROUP BY ALL)
SELECT
    key, chosen.title, chosen.own, model, CASE $settings WHEN 'all' THEN variant ELSE line END AS variant, runs,
    block, block_title, place, "column" AS benchmark, panel, domain, metric, unit, scale,
    higher_is_better, value, stderr, n_items, n_listed, n_repeats, n_seeds, seed_sd, reruns, kind::TEXT AS kind, ambiguous,
    loaded_at, all_runs, coalesce(paired, []) AS paired
FROM scores_of($settings, $source, $metric) AS score
JOIN chosen USING (number, key)
LEFT JOIN paired USING (panel, key)
QUALIFY row_number() OVER (PARTITION BY key, panel ORDER BY score.kind, locators[1]) = 1
ORDER BY place, key, benchmark
