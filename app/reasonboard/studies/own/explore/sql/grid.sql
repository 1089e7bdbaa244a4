-- The first marks that the chosen roles make, one in a row: no chart shows more. Where a file has no number for a place of
-- their lines, `missing` says what it has instead; `lost` is how many numbers of its training are left out, as it was restarted
-- there.
WITH cell AS (FROM explored_cell($source, $metric, $along, $color, $panels, $average, $only, $value)),
marks AS (FROM explored_marks($source, $metric, $along, $color, $panels, $average, $only, $value))
SELECT shown.*, lost, NULL::DOUBLE AS cost, NULL::TEXT AS cost_label
FROM with_missing('marks', 'cell') AS shown
LEFT JOIN run ON run.id = shown.run
ORDER BY panel_number, number, rank
LIMIT 2000
