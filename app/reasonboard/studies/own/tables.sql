-- What the pages of declared studies read, made once per snapshot: the marks of each, whatever columns play its roles.

-- By what names stand in order: numbers and models of a known size by that, others by the numbers within their words.
CREATE MACRO name_order(text) AS struct_pack(
    size := coalesce(try_cast(text AS DOUBLE), (SELECT min(model.params_b) FROM model WHERE model.name = text)),
    parts := list_transform(
        regexp_extract_all(lower(text), '[0-9]+(?:[.][0-9]+)?|[^0-9]+'),
        lambda part: CASE WHEN regexp_matches(part, '^[0-9]') THEN printf('%040.12f', part::DOUBLE) ELSE part END
    ),
    text := text
);

-- The value of a run in a column that has a role, as a text; a column that is no other is a setting.
CREATE MACRO run_value(name, one) AS
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
    ELSE CASE WHEN starts_with(name, 'settings.') THEN short_number(one.settings[name[len('settings.') + 1:]]) END
END;

-- A field of problems, and its value among those of a problem.
CREATE MACRO is_of_item(name) AS starts_with(name, 'item.');
CREATE MACRO item_value(name, fields) AS short_number(fields[name[len('item.') + 1:]]);

CREATE MACRO items_in(names) AS list_distinct(list_filter(names, lambda name: is_of_item(name)));

-- That of a cell: some columns are its own, in others it has the value of its run.
CREATE MACRO cell_value_in(name, one, value_of_run) AS
CASE name
    WHEN 'benchmark' THEN one.benchmark
    WHEN 'task_type' THEN one.task_type
    WHEN 'task_length' THEN one.task_length::TEXT
    WHEN 'split' THEN one.split
    WHEN 'metric' THEN coalesce(one.scored_by, one.metric)
    WHEN 'k' THEN one.k::TEXT
    ELSE CASE WHEN is_of_item(name) THEN one.item[name] ELSE value_of_run END
END;
CREATE MACRO is_of_cell(name) AS name IN ('benchmark', 'task_type', 'task_length', 'split', 'metric', 'k');
CREATE MACRO role_value(name, one) AS cell_value_in(name, one, run_value(name, one));

-- Does a column differ within a group of rows? A row without a value differs from one with any.
CREATE MACRO differs(part) AS coalesce(min(part) < max(part), false) OR count(part) BETWEEN 1 AND count(*) - 1;

-- A run with what its model says.
CREATE VIEW role_run AS
SELECT run.* REPLACE (coalesce(of_model, model) AS of_model), model.family, model.params_b
FROM run
LEFT JOIN model ON model.name = run.model;

-- What studies ask of the fields of problems: those that play roles in each, and the values that problems have one of.
CREATE VIEW item_role AS
SELECT
    path AS of_study,
    items_in([x, colour, panel] || filters) AS names,
    map_from_entries(list_filter(map_entries(wanted), lambda entry: is_of_item(entry.key))) AS wanted
FROM declared_study
WHERE rows_of = 'answers' AND len(items_in([x, colour, panel] || filters || map_keys(wanted))) > 0;

-- The answers to the problems of each group that such `roles` make, which have `item` in common: column -> value.
CREATE MACRO item_group(roles) AS TABLE
SELECT
    role.of_study, run, benchmark, metric, map(role.names, list_transform(role.names, lambda name: item_value(name, fields))) AS item, n, c,
    sum(items) AS items, sum(score) AS score, sum(square) AS square, sum(ended) AS ended, sum(ended_cut) AS ended_cut,
    sum(ended_items) AS ended_items, sum(ended_square) AS ended_square, sum(cut_square) AS cut_square, sum(cut_ended) AS cut_ended,
    sum(samples) AS samples, sum(tokens) AS tokens
FROM field_sum
CROSS JOIN (SELECT unnest(roles) AS role)
WHERE len(
    list_filter(map_keys(role.wanted), lambda name: NOT list_contains(role.wanted[name], coalesce(item_value(name, fields), '')))
) = 0
GROUP BY ALL;

-- The standard error of a mean over items, of the sum of their squares.
CREATE MACRO stderr_of_mean(mean, squares, items) AS
CASE WHEN items > 1 THEN sqrt(greatest(0, squares - items * mean * mean) / (items - 1) / items) END;

-- Statistics over the answers of a run to a benchmark, each with its standard error over items, from the roll-ups; and over those
-- to the problems of each `item_group` of `roles`, with the study that asks for it (else ''). A median and a vote are of no groups.
-- Of n answers to an item c are right: pass@k is the chance that one of k of them is right at least, pass^k that all are,
-- means over the items that have k answers (Chen et al. 2021; tau-bench, Yao et al. 2024). k goes up by doubling.
CREATE MACRO answer_statistic(roles) AS TABLE
WITH item_part AS (FROM item_group(roles)),
right_count AS (
    SELECT '' AS of_study, NULL::MAP(TEXT, TEXT) AS item, run, benchmark, metric, n, c, items FROM pass_count
    UNION ALL
    SELECT of_study, item, run, benchmark, metric, n, c, items FROM item_part WHERE c IS NOT NULL
),
attempt AS (
    SELECT
        * EXCLUDE (n, c),
        -- C(n - c, k) / C(n, k) and C(c, k) / C(n, k) as products, which do not overflow.
        1 - CASE
            WHEN n - c < k THEN 0
            ELSE coalesce(list_product(list_transform(range(n - c + 1, n + 1), lambda i: 1 - k / i)), 1)
        END AS any_right,
        CASE WHEN c < k THEN 0 ELSE list_product(list_transform(range(k), lambda i: (c - i) / (n - i))) END AS all_right
    FROM (
        SELECT right_count.*, unnest(list_transform(range(11), lambda power: 2::BIGINT ** power))::BIGINT AS k
        FROM right_count
    )
    WHERE k <= n
),
of_items AS (
    SELECT * EXCLUDE (any_right, all_right), 'pass@k' AS statistic, any_right AS value FROM attempt
    UNION ALL
    SELECT * EXCLUDE (any_right, all_right), 'pass^k', all_right FROM attempt
),
weighted AS (
    SELECT
        of_study, item, run, benchmark, metric, k, statistic, sum(items) AS n_items, sum(items * value) / sum(items) AS mean,
        sum(items * value * value) AS squares
    FROM of_items
    GROUP BY ALL
),
scored AS (
    SELECT of_study, item, run, benchmark, metric, sum(score) / sum(items) AS mean, sum(square) AS squares, sum(items) AS n_items
    FROM item_part
    WHERE n > 0
    GROUP BY ALL
),
-- Sums of whole numbers, so that the error is exactly none where all items have the same share.
ended AS (
    SELECT
        of_study, item, run, benchmark, metric, sum(ended)::HUGEINT AS answers, sum(ended_cut)::HUGEINT AS cut,
        sum(ended_items) AS n_items,
        answers * answers * sum(cut_square)::HUGEINT - 2 * answers * cut * sum(cut_ended)::HUGEINT
            + cut * cut * sum(ended_square)::HUGEINT AS squares
    FROM item_part
    GROUP BY of_study, item, run, benchmark, metric
    HAVING sum(ended) > 0
),
-- The tokens of an answer with several scores stand with each of them.
spent AS (
    SELECT of_study, item, run, benchmark, sum(tokens) / sum(samples) AS tokens
    FROM item_part
    WHERE samples > 0
    GROUP BY of_study, item, run, benchmark, metric
    QUALIFY metric = min(metric) OVER (PARTITION BY of_study, run, benchmark)
)
SELECT of_study, item, run, benchmark, metric, statistic, k, mean AS value, stderr_of_mean(mean, squares, n_items) AS stderr, n_items
FROM weighted
UNION ALL
SELECT
    '', NULL, run, benchmark, metric, 'majority@k', k, value,
    CASE WHEN items > 1 THEN sqrt(greatest(0, square - value * value) / (items - 1)) END, items
FROM vote_score WHERE k & (k - 1) = 0
UNION ALL
SELECT '', NULL, run, benchmark, metric, 'accuracy', NULL, value, stderr, n_items FROM sample_score
UNION ALL
SELECT of_study, item, run, benchmark, metric, 'accuracy', NULL, mean, stderr_of_mean(mean, squares, n_items), n_items FROM scored
UNION ALL
SELECT '', NULL, run, benchmark, metric, 'cut_share', NULL, cut / answers, stderr, items FROM cut_score WHERE answers > 0
UNION ALL
SELECT
    of_study, item, run, benchmark, metric, 'cut_share', NULL, cut / answers,
    CASE WHEN n_items > 1 THEN sqrt(n_items / (n_items - 1) * nullif(squares, 0)) / (answers * answers) END, n_items
FROM ended
UNION ALL
SELECT '', NULL, run, benchmark, '', 'mean(tokens)', NULL, tokens / samples, NULL, n_items FROM token_sum WHERE samples > 0
UNION ALL
SELECT of_study, item, run, benchmark, '', 'mean(tokens)', NULL, tokens, NULL, NULL FROM spent
UNION ALL
SELECT '', NULL, run, benchmark, '', 'median(tokens)', NULL, median_tokens, NULL, n_items FROM token_sum WHERE samples > 0;

-- The statistic that Explore calls `answers.STATISTIC`, '' of another metric.
CREATE MACRO statistic_of(metric) AS CASE WHEN starts_with(metric, 'answers.') THEN substr(metric, length('answers.') + 1) ELSE '' END;

-- The answers of runs with these statistics, as cells; `scored_by` is the metric of the answers.
CREATE MACRO answer_cell(roles) AS TABLE
SELECT
    answer_statistic.of_study AS of_item_study, item, k, nullif(answered.metric, '') AS scored_by,
    run.source, run.model, coalesce(run.of_model, run.model) AS of_model, model.family, model.params_b, run.method, run.step,
    run.progress, run.iteration, run.train_samples, run.selector, run.selector_params_b, run.kv_method, run.kv_window,
    run.kv_ratio, run.settings, answered.benchmark, false AS aggregate, statistic AS metric,
    CASE WHEN statistic IN ('mean(tokens)', 'median(tokens)') THEN 'tokens' ELSE 'fraction' END AS unit,
    -- Two groups of a run are of other problems: nothing is paired by the run.
    CASE WHEN item IS NULL THEN answered.run END AS run, answered.run AS of_run, value, stderr, n_items::INTEGER AS n_items,
    false AS n_listed, 1 AS n_repeats, 0::BIGINT AS n_seeds, false AS ambiguous, 'measured'::kind AS kind
FROM (
    SELECT run, key, benchmark, metric, raw_benchmark, raw_metric FROM answered
    UNION ALL
    SELECT DISTINCT run, key, benchmark, '', raw_benchmark, '' FROM answered
) AS answered
JOIN answer_statistic(roles) AS answer_statistic
    ON answer_statistic.run = answered.key AND answer_statistic.benchmark = raw_benchmark
    AND answer_statistic.metric = raw_metric
JOIN run ON run.id = answered.run
LEFT JOIN model ON model.name = run.model;

-- The numbers that can play a part in a declared study: those that were measured, and statistics over answers.
CREATE VIEW role_source AS
SELECT
    'measurements' AS rows_of, '' AS of_item_study, NULL::MAP(TEXT, TEXT) AS item, NULL::BIGINT AS k, NULL::TEXT AS scored_by,
    * EXCLUDE (study, locators, low, high, run_id) RENAME (run AS of_run), run_id AS run
FROM cell
UNION ALL BY NAME
SELECT 'answers' AS rows_of, * FROM answer_cell((SELECT list(item_role) FROM item_role));

-- The marks of each source that cells with their roles make together: `relation` names one that has them, with the
-- columns of their study, of the roles, `averaged`, the number of the run and what is known of a cell. What differs between
-- the cells of a mark must play a role or be averaged; else the mark has no value, and `differing` says why.
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
        coalesce(max(n_seeds), 0) > 1 AS of_seeds,
        max(kind) AS kind,
        bool_or(ambiguous) AS ambiguous,
        CASE WHEN count(*) = 1 THEN min(run) END AS run,
        CASE WHEN count(*) = 1 THEN min(benchmark) END AS benchmark,
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
    FROM query_table(relation)
    GROUP BY ALL
),
-- Many marks are of the same runs, those of other benchmarks: what differs between runs is looked up once for them.
member AS (
    SELECT
        runs, of_model, method, step, progress, iteration, train_samples, selector, selector_params_b, kv_method, kv_window, kv_ratio,
        settings
    FROM (SELECT runs, unnest(runs) AS of_run FROM (SELECT DISTINCT runs FROM mark WHERE runs IS NOT NULL))
    JOIN role_run ON role_run.id = of_run
),
run_columns AS (
    SELECT
        runs,
        [
            CASE WHEN differs(of_model) THEN 'model' END,
            CASE WHEN differs(method) THEN 'method' END,
            CASE WHEN differs(step) THEN 'step' END,
            -- Of a step it follows.
            CASE WHEN differs(CASE WHEN step IS NULL THEN progress END) THEN 'progress' END,
            CASE WHEN differs(iteration) THEN 'iteration' END,
            CASE WHEN differs(train_samples) THEN 'train_samples' END,
            CASE WHEN differs(selector) THEN 'selector' END,
            CASE WHEN differs(selector_params_b) THEN 'selector_params_b' END,
            CASE WHEN differs(kv_method) THEN 'kv_method' END,
            CASE WHEN differs(kv_window) THEN 'kv_window' END,
            CASE WHEN differs(kv_ratio) THEN 'kv_ratio' END
        ] AS names
    FROM member
    GROUP BY runs
),
setting AS (
    SELECT runs, 'settings.' || key AS name
    FROM (
        SELECT runs, count(*) OVER (PARTITION BY runs) AS every, unnest(map_entries(settings), recursive := true)
        FROM (SELECT DISTINCT runs, settings FROM member)
    )
    GROUP BY runs, key, every
    HAVING count(DISTINCT value) > 1 OR count(*) < every
),
settings_of_runs AS (SELECT runs, list(name ORDER BY name) AS names FROM setting GROUP BY runs)
SELECT
    mark.* EXCLUDE (averaged, own_columns, runs, of_seeds),
    list_filter(
        own_columns || coalesce(run_columns.names, []) || coalesce(settings_of_runs.names, []),
        lambda name: name IS NOT NULL AND NOT list_contains(averaged, name)
    )
    || CASE WHEN of_seeds AND NOT list_contains(averaged, 'seed') THEN ['seed'] ELSE [] END AS differing
FROM mark
LEFT JOIN run_columns USING (runs)
LEFT JOIN settings_of_runs USING (runs);

-- The marks of the declared studies of each source, made by `declared.sql`.
CREATE TABLE role_cell (
    of_study TEXT,
    source TEXT,
    metric TEXT,
    unit TEXT,
    x TEXT,
    colour TEXT,
    panel TEXT,
    filtered TEXT[],               -- the values in the columns that are filters
    cells BIGINT,                  -- how many numbers the mark is made of
    value DOUBLE,
    stderr DOUBLE,
    n_items INTEGER,
    n_listed BOOLEAN,
    n_repeats INTEGER,
    n_seeds BIGINT,
    seed_sd DOUBLE,
    kind kind,
    ambiguous BOOLEAN,
    run BIGINT,
    benchmark TEXT,
    differing TEXT[]               -- the columns for which it has no value
);

-- One row for each place of x, colour, panel and filters, of the marks of sources in the relation of this name.
-- Several sources have a place together only where values are averaged over sources; else it has no value, and
-- `differing` says why.
-- `rank` is that of x among all places, those of `x_order` first, `number` that of colour and `panel_number` that of panel.
CREATE MACRO marks_of_sources(relation, averages_sources, x_order) AS TABLE
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
),
x_rank AS (
    SELECT x, row_number() OVER (ORDER BY stated, name_order) - 1 AS rank
    FROM (SELECT x, list_position(x_order, x) AS stated, name_order(x) AS name_order FROM (SELECT DISTINCT x FROM together))
),
colour_rank AS (
    SELECT colour, row_number() OVER (ORDER BY name_order) - 1 AS number
    FROM (SELECT colour, name_order(colour) AS name_order FROM (SELECT DISTINCT colour FROM together))
),
panel_rank AS (
    SELECT panel, row_number() OVER (ORDER BY name_order) - 1 AS panel_number
    FROM (SELECT panel, name_order(panel) AS name_order FROM (SELECT DISTINCT panel FROM together))
)
SELECT
    * EXCLUDE (of_sources) REPLACE (CASE WHEN len(differing) = 0 THEN value END AS value),
    sources[1] AS source
FROM judged
JOIN x_rank USING (x)
JOIN colour_rank USING (colour)
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

-- The cells of some sources in the roles that a reader chose on a page, as `declared.sql` has them. Of the column `only`
-- those with this value, 'none' standing for no column. What columns of runs say is worked out once for a run.
CREATE MACRO explored_cell(sources_shown, of_metric, of_x, of_colour, of_panel, averaged_over, only_column, only_value) AS TABLE
WITH run_shown AS (
    SELECT
        one.id, one.source,
        run_value(of_x, one) AS x,
        run_value(nullif(of_colour, 'none'), one) AS colour,
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
    FROM cell_value
    JOIN run_shown ON run_shown.id = cell_value.run
    LEFT JOIN other ON other.run = cell_value.run
    WHERE cell_value.metric = of_metric
    UNION ALL BY NAME
    SELECT
        of_run, benchmark, metric, value, stderr, n_items, n_listed, n_repeats, n_seeds, kind, ambiguous, item, scored_by, k,
        run_shown.* EXCLUDE (id)
    FROM answer_cell([{'of_study': 'explore', 'names': items_in([of_x, of_colour, of_panel, only_column]), 'wanted': MAP {}}]) AS answer
    JOIN run_shown ON run_shown.id = answer.of_run
    WHERE metric = statistic_of(of_metric)
      AND of_item_study = CASE WHEN len(items_in([of_x, of_colour, of_panel, only_column])) > 0 THEN 'explore' ELSE '' END
)
SELECT
    'explore' AS of_study, averaged_over AS averaged, source, metric, metric.unit,
    cell_value_in(of_x, one, x) AS x,
    CASE of_colour WHEN 'none' THEN '' ELSE cell_value_in(of_colour, one, colour) END AS colour,
    CASE of_panel WHEN 'none' THEN '' ELSE cell_value_in(of_panel, one, panel) END AS panel,
    []::TEXT[] AS filtered,
    value, stderr, n_items, n_listed, n_repeats, n_seeds, seed_sd, kind, ambiguous,
    CASE WHEN n_seeds <= 1 AND item IS NULL THEN of_run END AS run, of_run, benchmark, scored_by, k, task_type, task_length, split
FROM one
JOIN metric ON metric.name = metric
WHERE cell_value_in(of_x, one, x) IS NOT NULL
  AND (only_column = 'none' OR cell_value_in(only_column, one, only_of_run) = only_value);

-- Their marks.
CREATE MACRO explored_marks(sources_shown, of_metric, of_x, of_colour, of_panel, averaged_over, only_column, only_value) AS TABLE
WITH chosen AS (
    FROM explored_cell(sources_shown, of_metric, of_x, of_colour, of_panel, averaged_over, only_column, only_value)
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
of_run AS (
    SELECT
        source, of_model, of_model AS model, run_value('family', one) AS family, run_value('params_b', one) AS params_b, method,
        step::TEXT AS step, run_value('progress', one) AS progress, iteration::TEXT AS iteration,
        train_samples::TEXT AS train_samples, selector, run_value('selector_params_b', one) AS selector_params_b, kv_method,
        kv_window::TEXT AS kv_window, run_value('kv_ratio', one) AS kv_ratio, settings
    FROM role_run AS one
    WHERE id IN (SELECT run FROM shown)
),
part AS (
    SELECT name, value, of_model
    FROM (SELECT * EXCLUDE (settings) FROM of_run)
    UNPIVOT INCLUDE NULLS (
        value FOR name IN (
            source, model, family, params_b, method, step, progress, iteration, train_samples, selector,
            selector_params_b, kv_method, kv_window, kv_ratio
        )
    )
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
HAVING count(value) > 0;
