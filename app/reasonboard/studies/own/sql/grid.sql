-- The marks of a declared study, one in a row; `cost` is what the frontier has on its x axis, where the study names that.
SELECT marks.*, costs.value AS cost, costs.label AS cost_label
FROM declared_marks($study, $metric, $source) AS marks
LEFT JOIN declared_marks($study, (SELECT cost FROM declared_study WHERE path = $study), $source) AS costs
    ON costs.x = marks.x AND costs.colour = marks.colour AND costs.panel = marks.panel AND costs.filtered = marks.filtered
ORDER BY marks.panel_number, marks.number, marks.filtered, marks.rank
