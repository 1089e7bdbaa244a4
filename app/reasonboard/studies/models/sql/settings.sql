-- The settings that are known of A or of B on the selected benchmark, with the value of each.
SELECT *
FROM settings_of_pair($a, $b, (SELECT any_value(of_benchmark) FROM model_score WHERE panel = $panel AND key IN ($a, $b)))
ORDER BY name
