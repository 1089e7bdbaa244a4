-- The marks of a declared study, one in a row; `cost` is what the frontier has on its x axis, where the study names that. Where
-- a file has no number for a place of their lines, `missing` says what it has instead; `lost` is how many numbers of its
-- training are left out, as it was restarted there.
WITH cell AS (
    FROM role_place
    WHERE of_study = $study AND metric = $metric AND is_chosen($source, source)
),
marks AS (FROM declared_marks($study, $metric, $source))
SELECT shown.*, lost, costs.value AS cost, costs.label AS cost_label
FROM with_missing('marks', 'cell') AS shown
LEFT JOIN run ON run.id = shown.run
LEFT JOIN declared_marks($study, (SELECT cost FROM declared_study WHERE path = $study), $source) AS costs
    ON costs.x = shown.x AND costs.color = shown.color AND costs.panel = shown.panel AND costs.filtered = shown.filtered
ORDER BY shown.panel_number, shown.number, shown.filtered, shown.rank
