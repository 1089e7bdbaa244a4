-- Every measurement behind the selected mark, or what the answers of each run give.
WITH one AS (
    SELECT *, NULL::MAP(TEXT, TEXT) AS item, NULL::BIGINT AS k, NULL::TEXT AS scored_by
    FROM plain_result
    WHERE list_contains($source, source) AND metric = $metric
    UNION ALL BY NAME
    FROM answers_of_marks('explore', explored_items([$along, $color, $panels, $only]), statistic_of($metric))
    WHERE list_contains($source, source)
),
other AS (FROM other_numbers([metric_of($along)])),
placed AS (
    SELECT
        one.*,
        coalesce(place_among(places, one.benchmark), role_value($along, one)) AS x,
        coalesce(role_value(nullif($color, 'none'), one), 'none') AS color,
        coalesce(role_value(nullif($panels, 'none'), one), 'none') AS panel
    FROM one
    LEFT JOIN other ON other.run = one.run
    WHERE $only = 'none' OR role_value($only, one) = $value
)
SELECT
    title AS source, model, date, benchmark, metric, k, value, stderr,
    n_items AS n, n_repeats AS repeats, kind::TEXT AS kind, locator, benchmark_written AS written, unit, list_of, list_benchmark, list_fields,
    count(*) OVER () AS total
FROM placed
WHERE x = $x AND ($color = 'none' OR $series IN ('', color)) AND ($panels = 'none' OR $panel IN ('', panel))
ORDER BY source, model, benchmark, date DESC, locator
