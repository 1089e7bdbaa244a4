-- One row per heatmap: its scores in percent over windows and ratios, as equally long lists. All of a source and metric, whatever is filtered: what they agree on
-- would be another question for each choice of them. Those that lack an axis share no setting with the others, and
-- stand aside where there are such.
SELECT
    panel, model, list_distinct(kv_window) AS windows, list_distinct(kv_ratio) AS ratios, kv_window, kv_ratio, value, kinds
FROM kv_heatmap
WHERE study = $study AND source = $source AND metric = $metric
    AND coalesce(lacks, '') = (
        SELECT min(coalesce(lacks, '')) FROM kv_heatmap WHERE study = $study AND source = $source AND metric = $metric
    )
ORDER BY number
