-- Every measurement behind the selected mark, or what the answers of each run give, whatever its source.
WITH source_of_mark AS (
    -- The sources first: of the many measurements only theirs are read.
    SELECT DISTINCT source FROM role_cell WHERE of_study = $study AND metric = $metric AND x = $x
),
declared AS (FROM declared_study WHERE path = $study),
other AS (FROM other_numbers((SELECT [metric_of(x)] FROM declared))),
one AS (
    SELECT *, NULL::MAP(TEXT, TEXT) AS item, NULL::BIGINT AS k, NULL::TEXT AS scored_by
    FROM plain_result
    WHERE source IN (FROM source_of_mark) AND (SELECT rows_of FROM declared) = 'measurements'
    UNION ALL BY NAME
    FROM answers_of_marks($study, (SELECT list(item_role) FROM item_role WHERE of_study = $study), $metric)
    WHERE source IN (FROM source_of_mark) AND (SELECT rows_of FROM declared) = 'answers'
),
placed AS (
    SELECT
        one.*,
        coalesce(place_among(places, one.benchmark), role_value(declared.x, one)) AS x,
        coalesce(role_value(declared.color, one), 'none') AS color,
        coalesce(role_value(declared.panel, one), 'none') AS panel,
        list_transform(declared.filters, lambda name: coalesce(role_value(name, one), 'none')) AS filtered
    FROM one
    CROSS JOIN declared
    LEFT JOIN other ON other.run = one.run
    WHERE one.metric = $metric AND is_chosen($source, one.source) AND is_wanted(declared.wanted, one)
)
SELECT
    title AS source, model, date, benchmark, metric, k, value, stderr,
    n_items AS n, n_repeats AS repeats, kind::TEXT AS kind, locator, benchmark_written AS written, unit, list_of, list_benchmark, list_fields,
    count(*) OVER () AS total
FROM placed
WHERE x = $x AND $series IN ('', color) AND $panel IN ('', panel)
  AND (len(filtered) < 1 OR filtered[1] = $filter1)
  AND (len(filtered) < 2 OR filtered[2] = $filter2)
  AND (len(filtered) < 3 OR filtered[3] = $filter3)
ORDER BY source, model, benchmark, date DESC, locator
