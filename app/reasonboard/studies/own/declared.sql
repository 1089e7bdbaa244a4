-- The marks of the studies in `declared_anew`.
DELETE FROM role_cell WHERE of_study IN (FROM declared_anew);

INSERT INTO role_cell BY NAME
WITH other AS (
    FROM other_numbers((SELECT list(metric_of(x)) FROM declared_study WHERE path IN (FROM declared_anew)))
),
candidate AS (
    SELECT
        declared.path AS of_study, declared.averaged, one.source, one.metric, one.unit,
        coalesce(role_value(declared.x, one), same.place, training.place) AS x,
        role_value(declared.colour, one) AS colour,
        role_value(declared.panel, one) AS panel,
        list_transform(declared.filters, lambda name: role_value(name, one)) AS filtered,
        one.value, one.stderr, one.n_items, one.n_listed, one.n_repeats, one.n_seeds, one.seed_sd, one.kind, one.ambiguous,
        one.run, one.of_run, one.benchmark, one.scored_by, one.k, one.task_type, one.task_length, one.split
    FROM (FROM declared_study WHERE path IN (FROM declared_anew)) AS declared
    JOIN role_source AS one
        ON one.rows_of = declared.rows_of
        AND (len(declared.metrics) = 0 OR list_contains(declared.metrics, one.metric) OR one.metric = declared.cost)
    LEFT JOIN other AS same
        ON same.metric = metric_of(declared.x) AND same.run = one.of_run AND same.benchmark = one.benchmark
    LEFT JOIN other AS training
        ON training.metric = metric_of(declared.x) AND training.run = one.of_run AND training.benchmark = '(training)'
    WHERE coalesce(role_value(declared.x, one), same.place, training.place) IS NOT NULL AND len(
        list_filter(
            map_keys(declared.wanted),
            lambda name: NOT list_contains(declared.wanted[name], coalesce(role_value(name, one), ''))
        )
    ) = 0
)
FROM marks_of_cells('candidate')
ORDER BY of_study, metric, source, panel, colour, x;
