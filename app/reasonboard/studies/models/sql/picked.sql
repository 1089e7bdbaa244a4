-- What the selected benchmark is called in the scores of A and B.
SELECT any_value(of_benchmark) AS of_benchmark
FROM scores_of_keys([$a, $b], '')
WHERE panel = $panel
