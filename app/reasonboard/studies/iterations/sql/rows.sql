-- The measurements behind the page, as they stand in the source, and what their runs had used by then, where files say it.
WITH used AS (
    SELECT
        run,
        any_value(places) FILTER (metric = 'num_tokens') AS tokens,
        any_value(places) FILTER (metric = 'hours') AS hours
    FROM other_numbers(['num_tokens', 'hours'])
    GROUP BY run
)
SELECT
    benchmark, model, seed, iteration, metric, value, stderr, n, "n from", kind::TEXT AS kind, locator, unit,
    try_cast(place_among(tokens, of_benchmark) AS DOUBLE) AS "tokens seen",
    try_cast(place_among(hours, of_benchmark) AS DOUBLE) AS hours
FROM part_result
LEFT JOIN used USING (run)
JOIN (SELECT name AS of_benchmark, aggregate FROM benchmark) USING (of_benchmark)
WHERE study = $study AND source = $source
  AND (
      metric IN ($metric, 'token_length', 'token_length_low', 'token_length_high')
      OR metric IN (SELECT metric FROM iteration_score_name WHERE study = $study AND source = $source AND score = $metric)
  )
  AND is_chosen($benchmark, benchmark) AND is_chosen($model, model)
ORDER BY aggregate, lower(benchmark), model, try_cast(seed AS BIGINT), seed, iteration, metric, locator
