-- Beside an own source: the curves of the best bundled one with the same score, of the benchmarks that both have, a row per
-- benchmark and model. What bundled runs had used is not known, and
-- recipes are drawn by themselves.
WITH best AS (
    SELECT iteration_curve.source, benchmark, model, run, iteration, accuracy, accuracy_kind, kinds, scale, n_items, n_repeats
    FROM iteration_curve
    JOIN source ON source.id = iteration_curve.source
    WHERE iteration_curve.study = $study AND metric = $metric AND rank <= 1000 AND source.kind <> 'illustrative'
      AND len(list_filter(accuracy, lambda one: one IS NOT NULL)) > 1
      AND $source IN (SELECT id FROM source WHERE rank > 1000) AND $along = 'iteration' AND $form NOT IN ('recipes', 'seeds')
    QUALIFY dense_rank() OVER (ORDER BY rank) = 1
)
FROM best
WHERE benchmark IN (SELECT benchmark FROM iteration_curve WHERE study = $study AND source = $source AND metric = $metric)
ORDER BY benchmark, run
