-- The settings that are known of A or of B on the selected benchmark, with the value of each.
-- $of_benchmark: the row of studies/models/picked.
SELECT *
FROM settings_of_pair($a, $b, $of_benchmark)
ORDER BY name
