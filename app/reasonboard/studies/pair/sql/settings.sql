-- The settings that are known of A or of B on the selected benchmark, with the value of each.
SELECT *
FROM settings_of_pair(
    $a, $b, (SELECT any_value(pair.a.of_benchmark) FROM scores_of_pair($a, $b, $metric) AS pair WHERE benchmark = $panel)
)
ORDER BY name
