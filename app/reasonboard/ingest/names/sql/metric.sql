INSERT INTO metric
VALUES ($name, $label, $unit, $higher_is_better, coalesce($proportion, $unit = 'fraction' AND called_proportion($name)))
