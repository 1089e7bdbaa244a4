-- The mean of several numbers with what is known of it: one alone keeps its error and its run, of several there is their spread.
CREATE MACRO mean_of(one) AS struct_pack(
    value := avg(one.value),
    stderr := CASE WHEN count(*) = 1 THEN min(one.stderr) END,
    n_items := min(one.n_items),
    n_listed := bool_or(one.n_listed),
    n_repeats := min(one.n_repeats),
    n_seeds := CASE WHEN count(*) = 1 THEN min(one.n_seeds) ELSE sum(greatest(one.n_seeds, 1)) END::BIGINT,
    reruns := sum(one.reruns)::BIGINT,
    seed_sd := CASE WHEN count(*) = 1 THEN min(one.seed_sd) ELSE stddev_samp(one.value) END,
    kind := max(one.kind),
    ambiguous := bool_or(one.ambiguous),
    run := CASE WHEN count(*) = 1 THEN min(one.run) END,
    benchmark := CASE WHEN count(*) = 1 THEN min(one.benchmark) END
);

-- The marks of each source that cells with their roles make together: `relation` names one that has them, with the
-- columns of their study, of the roles, `averaged`, the number of the run and what is known of a cell. What differs between
-- the cells of a mark must play a role or be averaged; else the mark has no value, and `differing` says why. Cells that
-- are `missing` make none.
CREATE MACRO marks_of_cells(relation) AS TABLE
WITH mark AS (
    SELECT
        of_study, source, metric, unit, scale, x, coalesce(color, 'none') AS color, coalesce(panel, 'none') AS panel,
        list_transform(filtered, lambda name: coalesce(name, 'none')) AS filtered,
        count(*) AS cells,
        mean_of(cell) AS number,
        coalesce(max(n_seeds), 0) > 1 AS of_seeds,
        any_value(averaged) AS averaged,
        [
            CASE WHEN differs(benchmark) THEN 'benchmark' END,
            CASE WHEN differs(scored_by) THEN 'metric' END,
            CASE WHEN differs(k) THEN 'k' END,
            CASE WHEN differs(task_type) THEN 'task_type' END,
            CASE WHEN differs(task_length) THEN 'task_length' END,
            CASE WHEN differs(split) THEN 'split' END
        ] AS own_columns,
        CASE WHEN min(of_run) < max(of_run) THEN list_sort(list(DISTINCT of_run)) END AS runs
    FROM query_table(relation) AS cell
    WHERE missing IS NULL
    GROUP BY ALL
),
-- Many marks are of the same runs, those of other benchmarks: what differs between runs is looked up once for them.
member AS (
    SELECT runs, role_run.* REPLACE (CASE WHEN step IS NULL THEN progress END AS progress, configuration(settings) AS settings)
    FROM (SELECT runs, unnest(runs) AS of_run FROM (SELECT DISTINCT runs FROM mark WHERE runs IS NOT NULL))
    JOIN role_run ON role_run.id = of_run
),
run_columns AS (
    SELECT runs, list(name ORDER BY list_position(condition_names(), name) NULLS FIRST) AS names
    FROM (
        SELECT runs, name
        FROM member AS one
        CROSS JOIN (SELECT unnest(['model'] || condition_names()) AS name)
        GROUP BY runs, name
        HAVING differs(run_value(name, one))
    )
    GROUP BY runs
),
setting AS (
    SELECT runs, 'settings.' || key AS name
    FROM (
        SELECT runs, count(*) OVER (PARTITION BY runs) AS every, unnest(map_entries(settings), recursive := true)
        FROM (SELECT DISTINCT runs, settings FROM member)
    )
    GROUP BY runs, key, every
    -- A run without a setting of a task may have no number of that task.
    HAVING count(DISTINCT value) > 1 OR (count(*) < every AND setting_task(key) IS NULL)
),
settings_of_runs AS (SELECT runs, list(name ORDER BY name) AS names FROM setting GROUP BY runs)
SELECT
    mark.* EXCLUDE (number, averaged, own_columns, runs, of_seeds), number.*,
    list_filter(
        own_columns || coalesce(run_columns.names, []) || coalesce(settings_of_runs.names, []),
        lambda name: name IS NOT NULL AND NOT list_contains(averaged, name)
    )
    || CASE WHEN of_seeds AND NOT list_contains(averaged, 'seed') THEN ['seed'] ELSE [] END AS differing
FROM mark
LEFT JOIN run_columns USING (runs)
LEFT JOIN settings_of_runs USING (runs);

-- One row for each place of x, color, panel and filters, of the marks of sources in the relation of this name.
-- Several sources have a place together only where values are averaged over sources; else it has no value, and
-- `differing` says why.
-- `rank` is that of x among all places, those of `x_order` first, `number` that of color and `panel_number` that of panel.
CREATE MACRO marks_of_sources(relation, averages_sources, x_order) AS TABLE
WITH together AS (
    SELECT
        metric, marked.unit, scale, label, higher_is_better, x, color, panel, filtered,
        count(*) AS of_sources,
        sum(cells)::BIGINT AS cells,
        mean_of(marked) AS number,
        list_distinct(flatten(list(differing))) AS differing,
        list_sort(list(source)) AS sources
    FROM query_table(relation) AS marked
    JOIN metric ON metric.name = metric
    GROUP BY ALL
),
judged AS (
    SELECT
        * EXCLUDE (number) REPLACE (
            CASE WHEN of_sources > 1 AND NOT averages_sources THEN list_append(differing, 'source') ELSE differing END
            AS differing
        ),
        number.*
    FROM together
),
x_rank AS (
    SELECT x, row_number() OVER (ORDER BY stated, name_order) - 1 AS rank
    FROM (SELECT x, list_position(x_order, x) AS stated, name_order(x) AS name_order FROM (SELECT DISTINCT x FROM together))
),
color_rank AS (
    SELECT color, row_number() OVER (ORDER BY name_order) - 1 AS number
    FROM (SELECT color, name_order(color) AS name_order FROM (SELECT DISTINCT color FROM together))
),
panel_rank AS (
    SELECT panel, row_number() OVER (ORDER BY name_order) - 1 AS panel_number
    FROM (SELECT panel, name_order(panel) AS name_order FROM (SELECT DISTINCT panel FROM together))
)
SELECT
    * EXCLUDE (of_sources) REPLACE (CASE WHEN len(differing) = 0 THEN value END AS value, kind::TEXT AS kind),
    sources[1] AS source
FROM judged
JOIN x_rank USING (x)
JOIN color_rank USING (color)
JOIN panel_rank USING (panel);

-- The marks of a study by a metric.
CREATE MACRO declared_marks(asked, of_metric, sources_shown) AS TABLE
WITH shown AS (
    FROM role_cell
    WHERE of_study = asked AND metric = of_metric
      AND (len(sources_shown) = 0 OR list_contains(sources_shown, source))
)
FROM marks_of_sources(
    'shown',
    (SELECT list_contains(averaged, 'source') FROM declared_study WHERE path = asked),
    (SELECT x_order FROM declared_study WHERE path = asked)
);

-- The `marks`, and the places on their lines for which a file has no number: these have no value, and `missing` is what the file
-- has instead, from the relation named by `places`. A place for which any file has a number is not missing.
CREATE MACRO with_missing(marks, places) AS TABLE
WITH line AS (
    SELECT DISTINCT metric, unit, label, higher_is_better, color, number, panel, panel_number, filtered FROM query_table(marks)
),
place AS (
    SELECT x, coalesce(color, 'none') AS color, coalesce(panel, 'none') AS panel, filtered, min(missing) AS missing
    FROM query_table(places)
    WHERE missing IS NOT NULL
    GROUP BY ALL
)
SELECT *, NULL::TEXT AS missing FROM query_table(marks)
UNION ALL BY NAME
SELECT line.*, x, -1 AS rank, missing
FROM place
JOIN line USING (color, panel, filtered)
ANTI JOIN query_table(marks) AS valued USING (x, color, panel, filtered);

-- The values of a filter of a study, the one with the most marks first.
CREATE MACRO filter_values(asked, of_metric, number) AS TABLE
SELECT filtered[number] AS value, filtered[number] AS label
FROM role_cell
WHERE of_study = asked AND metric = of_metric AND len(filtered) >= number
GROUP BY filtered[number]
ORDER BY count(*) DESC, lower(filtered[number]), filtered[number];
