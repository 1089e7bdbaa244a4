-- What the pages of declared studies read, made once per snapshot: the marks of each, whatever columns play its roles.

-- A number in its shortest form, so that 0.60 and 0.6 are one place; other texts as they are.
CREATE MACRO short_number(text) AS
CASE
    WHEN regexp_full_match(text, '-?(0|[1-9][0-9]*)([.][0-9]+)?(e[+-]?[0-9]+)?')
    THEN regexp_replace(text::DOUBLE::TEXT, '[.]0$', '')
    ELSE text
END;

-- The value of a cell in a column that has a role, as a text; a column that is no other is a setting.
CREATE MACRO role_value(name, one) AS
CASE name
    WHEN '' THEN ''
    WHEN 'source' THEN one.source
    WHEN 'model' THEN one.of_model
    -- A family has the same words of settings behind its name as a model.
    WHEN 'family' THEN left(one.family, length(one.family) - length(one.model) + length(one.of_model))
    WHEN 'params_b' THEN short_number(one.params_b::TEXT)
    WHEN 'method' THEN one.method
    WHEN 'step' THEN one.step::TEXT
    WHEN 'progress' THEN short_number(one.progress::TEXT)
    WHEN 'iteration' THEN one.iteration::TEXT
    WHEN 'train_samples' THEN one.train_samples::TEXT
    WHEN 'selector' THEN one.selector
    WHEN 'selector_params_b' THEN short_number(one.selector_params_b::TEXT)
    WHEN 'kv_method' THEN one.kv_method
    WHEN 'kv_window' THEN one.kv_window::TEXT
    WHEN 'kv_ratio' THEN short_number(one.kv_ratio::TEXT)
    WHEN 'benchmark' THEN one.benchmark
    WHEN 'task_type' THEN one.task_type
    WHEN 'task_length' THEN one.task_length::TEXT
    WHEN 'split' THEN one.split
    WHEN 'metric' THEN coalesce(one.scored_by, one.metric)
    WHEN 'k' THEN one.k::TEXT
    ELSE short_number(one.settings[name[len('settings.') + 1:]])
END;

-- What differs between the cells of one mark must play a role or be averaged: each of these columns with its value.
CREATE MACRO all_conditions(one) AS map_concat(
    MAP {
        'model': one.of_model,
        'method': one.method,
        'step': one.step::TEXT,
        'iteration': one.iteration::TEXT,
        'train_samples': one.train_samples::TEXT,
        'selector': one.selector,
        'selector_params_b': one.selector_params_b::TEXT,
        'kv_method': one.kv_method,
        'kv_window': one.kv_window::TEXT,
        'kv_ratio': one.kv_ratio::TEXT,
        'benchmark': one.benchmark,
        'metric': one.scored_by,
        'k': one.k::TEXT,
        'task_type': one.task_type,
        'task_length': one.task_length::TEXT,
        'split': one.split
    },
    map_from_entries(
        list_transform(
            coalesce(map_entries(one.settings), []),
            lambda entry: {'key': 'settings.' || entry.key, 'value': entry.value}
        )
    )
);

-- What is asked of the answers of a run to a benchmark: a statistic with its standard error over items, from the roll-ups.
-- Of n answers to an item c are right: pass@k is the chance that one of k of them is right at least, pass^k that all are,
-- means over the items that have k answers (Chen et al. 2021; tau-bench, Yao et al. 2024). k goes up by doubling.
CREATE VIEW answer_statistic AS
WITH attempt AS (
    SELECT
        run, benchmark, metric, items, k,
        -- C(n - c, k) / C(n, k) and C(c, k) / C(n, k) as products, which do not overflow.
        1 - CASE
            WHEN n - c < k THEN 0
            ELSE coalesce(list_product(list_transform(range(n - c + 1, n + 1), lambda i: 1 - k / i)), 1)
        END AS any_right,
        CASE WHEN c < k THEN 0 ELSE list_product(list_transform(range(k), lambda i: (c - i) / (n - i))) END AS all_right
    FROM (
        SELECT pass_count.*, unnest(list_transform(range(11), lambda power: 2::BIGINT ** power))::BIGINT AS k
        FROM pass_count
    )
    WHERE k <= n
),
of_items AS (
    SELECT run, benchmark, metric, k, 'pass@k' AS statistic, items, any_right AS value FROM attempt
    UNION ALL
    SELECT run, benchmark, metric, k, 'pass^k', items, all_right FROM attempt
),
weighted AS (
    SELECT run, benchmark, metric, k, statistic, sum(items) AS items, sum(items * value) / sum(items) AS mean, sum(items * value * value) AS squares
    FROM of_items
    GROUP BY ALL
)
SELECT
    run, benchmark, metric, statistic, k, mean AS value,
    CASE WHEN items > 1 THEN sqrt(greatest(0, squares - items * mean * mean) / (items - 1) / items) END AS stderr,
    items
FROM weighted
UNION ALL
SELECT run, benchmark, metric, 'accuracy', NULL, value, stderr, n_items FROM sample_score
UNION ALL
SELECT run, benchmark, metric, 'cut_share', NULL, cut / answers, stderr, items FROM cut_score WHERE answers > 0
UNION ALL
SELECT run, benchmark, '', 'mean(tokens)', NULL, tokens / samples, NULL, n_items FROM token_sum WHERE samples > 0;

-- The numbers that can play a part in a declared study: those that were measured, and statistics over answers, whose
-- `scored_by` is the metric of the answers.
CREATE VIEW role_source AS
SELECT
    'measurements' AS rows_of, NULL::BIGINT AS k, NULL::TEXT AS scored_by,
    * EXCLUDE (study, locators, low, high, run) RENAME (run_id AS run)
FROM cell
UNION ALL BY NAME
SELECT
    'answers' AS rows_of, k, nullif(answered.metric, '') AS scored_by,
    run.source, run.model, coalesce(run.of_model, run.model) AS of_model, model.family, model.params_b, run.method, run.step,
    run.progress, run.iteration, run.train_samples, run.selector, run.selector_params_b, run.kv_method, run.kv_window,
    run.kv_ratio, run.settings, answered.benchmark, false AS aggregate, statistic AS metric,
    CASE WHEN statistic = 'mean(tokens)' THEN 'tokens' ELSE 'fraction' END AS unit,
    answered.run, answered.run AS run_id, value, stderr, items::INTEGER AS n_items, false AS n_listed,
    1 AS n_repeats, 0::BIGINT AS n_seeds, false AS ambiguous, 'measured'::kind AS kind
FROM (
    SELECT run, key, benchmark, metric, raw_benchmark, raw_metric FROM answered
    UNION ALL
    SELECT DISTINCT run, key, benchmark, '', raw_benchmark, '' FROM answered
) AS answered
JOIN answer_statistic
    ON answer_statistic.run = answered.key AND answer_statistic.benchmark = raw_benchmark
    AND answer_statistic.metric = raw_metric
JOIN run ON run.id = answered.run
LEFT JOIN model ON model.name = run.model;

-- The marks of each source that cells with their roles make together: `relation` names one that has them, with the
-- columns of their study, of the roles, `averaged`, `conditions` and what is known of a cell.
CREATE MACRO marks_of_cells(relation) AS TABLE
WITH mark AS (
    SELECT
        of_study, source, metric, unit, x, coalesce(colour, 'none') AS colour, coalesce(panel, 'none') AS panel,
        list_transform(filtered, lambda name: coalesce(name, 'none')) AS filtered,
        count(*) AS cells,
        avg(value) AS value,
        CASE WHEN count(*) = 1 THEN min(stderr) END AS stderr,
        min(n_items) AS n_items,
        bool_or(n_listed) AS n_listed,
        min(n_repeats) AS n_repeats,
        CASE WHEN count(*) = 1 THEN min(n_seeds) ELSE sum(greatest(n_seeds, 1)) END::BIGINT AS n_seeds,
        CASE WHEN count(*) = 1 THEN min(seed_sd) ELSE stddev_samp(value) END AS seed_sd,
        max(kind) AS kind,
        bool_or(ambiguous) AS ambiguous,
        CASE WHEN count(*) = 1 THEN min(run) END AS run,
        CASE WHEN count(*) = 1 THEN min(benchmark) END AS benchmark,
        any_value(averaged) AS averaged,
        CASE WHEN count(*) > 1 THEN list(conditions) ELSE [] END AS conditions
    FROM query_table(relation)
    GROUP BY ALL
)
SELECT
    * EXCLUDE (conditions, averaged),
    -- The columns in which its cells differ and that nobody said to average: it has no value then.
    list_filter(
        list_distinct(flatten(list_transform(conditions, lambda one: map_keys(one)))),
        lambda name: NOT list_contains(averaged, name)
            AND len(list_distinct(list_transform(conditions, lambda one: coalesce(one[name], '')))) > 1
    )
    || CASE WHEN n_seeds > 1 AND cells = 1 AND NOT list_contains(averaged, 'seed') THEN ['seed'] ELSE [] END AS differing
FROM mark;

CREATE VIEW declared_cell AS
WITH candidate AS (
    SELECT
        declared.path AS of_study, declared.averaged, one.source, one.metric, one.unit,
        role_value(declared.x, one) AS x,
        role_value(declared.colour, one) AS colour,
        role_value(declared.panel, one) AS panel,
        list_transform(declared.filters, lambda name: role_value(name, one)) AS filtered,
        all_conditions(one) AS conditions,
        one.value, one.stderr, one.n_items, one.n_listed, one.n_repeats, one.n_seeds, one.seed_sd, one.kind, one.ambiguous,
        one.run, one.benchmark
    FROM declared_study AS declared
    JOIN role_source AS one
        ON one.rows_of = declared.rows_of
        AND (len(declared.metrics) = 0 OR list_contains(declared.metrics, one.metric) OR one.metric = declared.cost)
        AND role_value(declared.x, one) IS NOT NULL
    WHERE len(
        list_filter(
            map_keys(declared.wanted),
            lambda name: NOT list_contains(declared.wanted[name], coalesce(role_value(name, one), ''))
        )
    ) = 0
)
FROM marks_of_cells('candidate');

CREATE TABLE role_cell AS FROM declared_cell ORDER BY of_study, metric, source, panel, colour, x;

-- One row for each place of x, colour, panel and filters, of the marks of sources in the relation of this name.
-- Several sources have a place together only where values are averaged over sources; else it has no value, and
-- `differing` says why.
CREATE MACRO marks_of_sources(relation, averages_sources) AS TABLE
WITH together AS (
    SELECT
        metric, marked.unit, label, higher_is_better, x, colour, panel, filtered,
        count(*) AS of_sources,
        sum(cells)::BIGINT AS cells,
        avg(value) AS value,
        CASE WHEN count(*) = 1 THEN min(stderr) END AS stderr,
        min(n_items) AS n_items,
        bool_or(n_listed) AS n_listed,
        min(n_repeats) AS n_repeats,
        CASE WHEN count(*) = 1 THEN min(n_seeds) ELSE sum(greatest(n_seeds, 1)) END::BIGINT AS n_seeds,
        CASE WHEN count(*) = 1 THEN min(seed_sd) ELSE stddev_samp(value) END AS seed_sd,
        max(kind)::TEXT AS kind,
        bool_or(ambiguous) AS ambiguous,
        CASE WHEN count(*) = 1 THEN min(run) END AS run,
        CASE WHEN count(*) = 1 THEN min(benchmark) END AS benchmark,
        list_distinct(flatten(list(differing))) AS differing,
        list_sort(list(source)) AS sources
    FROM query_table(relation) AS marked
    JOIN metric ON metric.name = metric
    GROUP BY ALL
),
judged AS (
    SELECT
        * REPLACE (
            CASE WHEN of_sources > 1 AND NOT averages_sources THEN list_append(differing, 'source') ELSE differing END
            AS differing
        )
    FROM together
)
SELECT
    * EXCLUDE (of_sources) REPLACE (CASE WHEN len(differing) = 0 THEN value END AS value),
    sources[1] AS source
FROM judged;

-- The marks of a study by a metric.
CREATE MACRO declared_marks(asked, of_metric, sources_shown) AS TABLE
WITH shown AS (
    FROM role_cell
    WHERE of_study = asked AND metric = of_metric
      AND (len(sources_shown) = 0 OR list_contains(sources_shown, source))
)
FROM marks_of_sources('shown', (SELECT list_contains(averaged, 'source') FROM declared_study WHERE path = asked));
