-- The marks that can be compared: the chosen place of each role, '' standing for every one.
SELECT
    CASE WHEN declared.panel <> 'benchmark' THEN marks.panel END AS panel,
    CASE WHEN declared.color <> 'benchmark' THEN marks.color END AS color,
    CASE WHEN declared.x <> 'benchmark' THEN marks.x END AS x,
    benchmark, metric,
    value, stderr, n_items, n_listed, n_repeats, n_seeds, seed_sd, kind, unit, scale, higher_is_better, run
FROM declared_marks($study, $metric, $source) AS marks
JOIN declared_study AS declared ON declared.path = $study
WHERE value IS NOT NULL
  AND $panel IN ('', marks.panel) AND $series IN ('', marks.color) AND $x IN ('', marks.x)
  AND (len(filtered) < 1 OR filtered[1] = $filter1)
  AND (len(filtered) < 2 OR filtered[2] = $filter2)
  AND (len(filtered) < 3 OR filtered[3] = $filter3)
ORDER BY marks.panel_number, marks.number, filtered, marks.rank
