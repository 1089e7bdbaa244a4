-- The fields of problems among chosen columns, as roles of `item_group`; none where there are none.
CREATE MACRO explored_items(names) AS
CASE WHEN len(items_in(names)) > 0 THEN [{'of_study': 'explore', 'names': items_in(names), 'wanted': MAP {}}] ELSE [] END;

-- The cells of some sources in the roles that a reader chose on a page, as `declared.sql` has them, and those that are missing
-- in a file. Of the column `only` those with this value, 'none' standing for no column. What columns of runs say is worked out
-- once for a run.
CREATE MACRO explored_cell(sources_shown, of_metric, of_x, of_color, of_panel, averaged_over, only_column, only_value) AS TABLE
WITH run_shown AS (
    SELECT
        one.id, one.source,
        run_value(of_x, one) AS x,
        run_value(nullif(of_color, 'none'), one) AS color,
        run_value(nullif(of_panel, 'none'), one) AS panel,
        run_value(only_column, one) AS only_of_run
    FROM role_run AS one
    WHERE list_contains(sources_shown, one.source)
),
other AS (FROM other_numbers([metric_of(of_x)])),
one AS (
    SELECT
        cell_value.* RENAME (run AS of_run), NULL::MAP(TEXT, TEXT) AS item, NULL::TEXT AS scored_by, NULL::BIGINT AS k,
        run_shown.* EXCLUDE (id) REPLACE (coalesce(place_among(places, benchmark), x) AS x)
    FROM values_by([of_x, of_color, of_panel, only_column]) AS cell_value
    JOIN run_shown ON run_shown.id = cell_value.run
    LEFT JOIN other ON other.run = cell_value.run
    WHERE cell_value.metric = of_metric
    UNION ALL BY NAME
    SELECT
        missing_value.* RENAME (run AS of_run), run_shown.* EXCLUDE (id) REPLACE (coalesce(place_among(places, benchmark), x) AS x)
    FROM missing_value
    JOIN run_shown ON run_shown.id = missing_value.run
    LEFT JOIN other ON other.run = missing_value.run
    WHERE missing_value.metric = of_metric
    UNION ALL BY NAME
    SELECT
        of_run, benchmark, metric, scale, value, stderr, n_items, n_listed, n_repeats, n_seeds, kind, ambiguous, item, scored_by, k,
        run_shown.* EXCLUDE (id)
    FROM answer_cell(explored_items([of_x, of_color, of_panel, only_column])) AS answer
    JOIN run_shown ON run_shown.id = answer.of_run
    WHERE metric = statistic_of(of_metric)
      AND of_item_study = CASE WHEN len(explored_items([of_x, of_color, of_panel, only_column])) > 0 THEN 'explore' ELSE '' END
)
SELECT
    'explore' AS of_study, averaged_over AS averaged, source, metric, metric.unit,
    coalesce(scale, scale_of(metric.unit, proportion)) AS scale,
    cell_value_in(of_x, one, x) AS x,
    CASE of_color WHEN 'none' THEN '' ELSE cell_value_in(of_color, one, color) END AS color,
    CASE of_panel WHEN 'none' THEN '' ELSE cell_value_in(of_panel, one, panel) END AS panel,
    []::TEXT[] AS filtered,
    value, stderr, n_items, n_listed, n_repeats, n_seeds, coalesce(len(repeat_runs), 1) AS reruns, seed_sd, kind, ambiguous,
    CASE WHEN repeat_runs IS NULL AND item IS NULL THEN of_run END AS run, of_run, benchmark, scored_by, k, task_type, task_length, split,
    missing
FROM one
JOIN metric ON metric.name = metric
WHERE cell_value_in(of_x, one, x) IS NOT NULL
  AND (only_column = 'none' OR cell_value_in(only_column, one, only_of_run) = only_value);

-- Their marks.
CREATE MACRO explored_marks(sources_shown, of_metric, of_x, of_color, of_panel, averaged_over, only_column, only_value) AS TABLE
WITH chosen AS (
    FROM explored_cell(sources_shown, of_metric, of_x, of_color, of_panel, averaged_over, only_column, only_value)
),
shown AS (FROM marks_of_cells('chosen'))
FROM marks_of_sources('shown', list_contains(averaged_over, 'source'), []::TEXT[]);

-- The columns that can play a role for the numbers of a metric: how many values each has, and has at most for the same
-- model, whether all are numbers, and whether the numbers differ in it, where one without a value differs from one with any.
CREATE MACRO role_column(sources_shown, of_metric) AS TABLE
WITH shown AS (
    SELECT cell_value.run, benchmark, task_type, task_length, split, n_seeds, NULL::TEXT AS scored_by, NULL::BIGINT AS k
    FROM cell_value
    JOIN run ON run.id = cell_value.run
    WHERE cell_value.metric = of_metric AND list_contains(sources_shown, run.source)
    UNION ALL
    SELECT of_run, benchmark, NULL, NULL, NULL, n_seeds, scored_by, k
    FROM answer_cell([]) AS answer
    WHERE metric = statistic_of(of_metric) AND list_contains(sources_shown, source)
),
of_run AS (FROM role_run WHERE id IN (SELECT run FROM shown)),
part AS (
    SELECT name, run_value(name, one) AS value, of_model
    FROM of_run AS one
    CROSS JOIN (SELECT unnest(['source', 'model', 'family', 'params_b'] || condition_names()) AS name)
    UNION ALL
    SELECT name, run_value(name, one), of_model
    FROM role_run AS one
    JOIN (SELECT DISTINCT run FROM single_value WHERE metric = of_metric) AS measured ON measured.run = one.id
    CROSS JOIN (SELECT unnest(['date', 'build']) AS name)
    WHERE list_contains(sources_shown, one.source)
    UNION ALL
    -- One by one: of each there are few values, of all together as many as there are cells.
    SELECT DISTINCT 'benchmark', benchmark, NULL FROM shown
    UNION ALL
    SELECT DISTINCT 'task_type', task_type, NULL FROM shown
    UNION ALL
    SELECT DISTINCT 'task_length', task_length::TEXT, NULL FROM shown
    UNION ALL
    SELECT DISTINCT 'split', split, NULL FROM shown
    UNION ALL
    SELECT DISTINCT 'metric', scored_by, NULL FROM shown
    UNION ALL
    SELECT DISTINCT 'k', k::TEXT, NULL FROM shown
    UNION ALL
    SELECT DISTINCT 'item.' || field.key, short_number(field.value), NULL
    FROM (
        SELECT unnest(map_entries(fields)) AS field
        FROM field_sum
        JOIN answered ON answered.key = field_sum.run
        WHERE answered.run IN (SELECT run FROM shown) AND statistic_of(of_metric) NOT IN ('', 'majority@k', 'median(tokens)')
    )
    UNION ALL
    SELECT 'settings.' || key, short_number(value), of_model
    FROM (SELECT of_model, unnest(map_entries(settings), recursive := true) FROM of_run)
    WHERE NOT is_build(key)
    UNION ALL
    -- Seeds are together in a cell.
    SELECT 'seed', unnest(['first', 'another']), NULL FROM shown HAVING max(n_seeds) > 1
),
counted AS (SELECT name, value, count(*) AS rows FROM part GROUP BY name, value),
of_a_model AS (
    SELECT name, max(values) AS values_of_a_model
    FROM (SELECT name, count(DISTINCT value) AS values FROM part GROUP BY name, of_model)
    GROUP BY name
)
SELECT
    name,
    count(value) AS values,
    any_value(values_of_a_model) AS values_of_a_model,
    coalesce(bool_and(try_cast(value AS DOUBLE) IS NOT NULL) FILTER (value IS NOT NULL), false) AS numeric,
    coalesce(max(try_cast(value AS DOUBLE)) / nullif(min(try_cast(value AS DOUBLE)), 0), 0) AS ratio,
    (list(value ORDER BY try_cast(value AS DOUBLE), value) FILTER (value IS NOT NULL))[:4] AS first,
    count(*) > 1 OR (starts_with(name, 'settings.') AND sum(rows) < (SELECT count(*) FROM of_run)) AS varies
FROM counted
JOIN of_a_model USING (name)
-- A setting of a longer name, or one with control characters, can play none.
WHERE length(name) <= 64 + length('settings.') AND NOT regexp_matches(name, '[\x00-\x1f\x7f]')
GROUP BY name
-- Settings of single tasks and digests are many: only those with several values can play a role.
HAVING count(value) > CASE WHEN contains(name, '[') OR suffix(name, '_digest') THEN 1 ELSE 0 END;
