-- The marks of the studies in `declared_anew`. What columns of runs say is worked out once for a run: cells are many.
DELETE FROM role_place WHERE of_study IN (FROM declared_anew);

INSERT INTO role_place BY NAME
WITH other AS (
    FROM other_numbers((SELECT list(metric_of(x)) FROM declared_study WHERE path IN (FROM declared_anew)))
),
run_role AS (
    SELECT
        declared.path AS of_study, declared.rows_of, declared.metrics, declared.cost, declared.averaged, declared.wanted,
        declared.x AS of_x, declared.color AS of_color, declared.panel AS of_panel, declared.filters, one.id,
        run_value(declared.x, one) AS x,
        run_value(declared.color, one) AS color,
        run_value(declared.panel, one) AS panel,
        list_transform(declared.filters, lambda name: run_value(name, one)) AS filtered,
        list_filter(map_keys(declared.wanted), lambda name: is_of_cell(name)) AS asked_of_cell,
        declared.rows_of = 'measurements' AND len(
            list_filter(
                [declared.x, declared.color, declared.panel] || declared.filters || map_keys(declared.wanted),
                lambda name: is_of_event(name)
            )
        ) > 0 AS by_event
    FROM (FROM declared_study WHERE path IN (FROM declared_anew)) AS declared
    CROSS JOIN role_run AS one
    WHERE len(
        list_filter(
            map_keys(declared.wanted),
            lambda name: NOT is_of_cell(name) AND NOT is_of_item(name)
                AND NOT list_contains(declared.wanted[name], coalesce(run_value(name, one), ''))
        )
    ) = 0
      AND (is_of_cell(declared.x) OR is_of_item(declared.x) OR metric_of(declared.x) IS NOT NULL OR run_value(declared.x, one) IS NOT NULL)
),
candidate AS (
    SELECT
        of_study, averaged, one.source, one.metric, one.unit, one.scale,
        coalesce(cell_value_in(of_x, one, run_role.x), place_among(places, one.benchmark)) AS x,
        cell_value_in(of_color, one, run_role.color) AS color,
        cell_value_in(of_panel, one, run_role.panel) AS panel,
        list_transform(
            filters, lambda name, place: cell_value_in(name, one, run_role.filtered[place])
        ) AS filtered,
        one.value, one.stderr, one.n_items, one.n_listed, one.n_repeats, one.n_seeds, coalesce(len(one.repeat_runs), 1) AS reruns, one.seed_sd, one.kind, one.ambiguous,
        one.run, one.of_run, one.benchmark, one.scored_by, one.k, one.task_type, one.task_length, one.split, one.missing
    FROM run_role
    JOIN role_source AS one
        ON one.of_run = run_role.id
        AND one.rows_of = run_role.rows_of
        AND one.by_event = run_role.by_event
        AND one.of_item_study = CASE WHEN of_study IN (SELECT of_study FROM item_role) THEN of_study ELSE '' END
        AND (len(metrics) = 0 OR list_contains(metrics, one.metric) OR one.metric = run_role.cost)
    LEFT JOIN other ON other.metric = metric_of(of_x) AND other.run = one.of_run
    WHERE coalesce(cell_value_in(of_x, one, run_role.x), place_among(places, one.benchmark)) IS NOT NULL
      AND len(
        list_filter(
            asked_of_cell, lambda name: NOT list_contains(wanted[name], coalesce(cell_value_in(name, one, NULL), ''))
        )
    ) = 0
)
FROM marks_of_cells('candidate')
UNION ALL BY NAME
SELECT DISTINCT
    of_study, source, metric, unit, x, coalesce(color, 'none') AS color, coalesce(panel, 'none') AS panel,
    list_transform(filtered, lambda name: coalesce(name, 'none')) AS filtered, 0 AS cells, []::TEXT[] AS differing, missing
FROM candidate
WHERE missing IS NOT NULL
ORDER BY of_study, metric, source, panel, color, x;
