-- The marks that can be compared: the chosen place of each role, '' standing for every one.
SELECT
    CASE WHEN $panels <> 'benchmark' THEN panel END AS panel,
    CASE WHEN $color <> 'benchmark' THEN color END AS color,
    CASE WHEN $along <> 'benchmark' THEN x END AS x,
    benchmark, metric,
    value, stderr, n_items, n_listed, n_repeats, n_seeds, seed_sd, kind, unit, scale, higher_is_better, run
FROM explored_marks($source, $metric, $along, $color, $panels, $average, $only, $value) AS mark
WHERE value IS NOT NULL
  AND $panel IN ('', mark.panel) AND $series IN ('', mark.color) AND $x IN ('', mark.x)
ORDER BY mark.panel, mark.color, try_cast(mark.x AS DOUBLE), mark.x
