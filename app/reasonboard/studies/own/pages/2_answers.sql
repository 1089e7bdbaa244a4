-- What studies ask of the fields of problems: those that play roles in each, and the values that problems have one of.
CREATE VIEW item_role AS
SELECT
    path AS of_study,
    items_in([x, color, panel] || filters) AS names,
    map_from_entries(list_filter(map_entries(wanted), lambda entry: is_of_item(entry.key))) AS wanted
FROM declared_study
WHERE rows_of = 'answers' AND len(items_in([x, color, panel] || filters || map_keys(wanted))) > 0;

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

-- The standard error of a mean over items, of the sum of their squares; NULL for one item and where all are alike.
CREATE MACRO stderr_of_mean(mean, squares, items) AS
CASE WHEN items > 1 AND squares / items - mean * mean > 1e-12 THEN sqrt((squares - items * mean * mean) / (items - 1) / items) END;

-- Statistics over the answers of a run to a benchmark, each with its standard error over items, from the roll-ups; and over those
-- to the problems of each `item_group` of `roles`, with the study that asks for it (else ''). A median and a vote are of no groups.
-- Of n answers to an item c are right: pass@k is the chance that one of k of them is right at least, pass^k that all are,
-- means over the items that have k answers (Chen et al. 2021; tau-bench, Yao et al. 2024). k goes up by doubling.
-- `n_repeats` are the fewest answers to an item, of a share that was cut off the mean, as on the page of test-time.
CREATE MACRO answer_statistic(roles) AS TABLE
WITH item_part AS (FROM item_group(roles)),
right_count AS (
    SELECT '' AS of_study, NULL::MAP(TEXT, TEXT) AS item, run, benchmark, metric, n, c, items FROM pass_count
    UNION ALL
    SELECT of_study, item, run, benchmark, metric, n, c, items FROM item_part WHERE c IS NOT NULL
),
attempt AS (
    SELECT
        * EXCLUDE (c),
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
        sum(items * value * value) AS squares, min(n) AS n_repeats
    FROM of_items
    GROUP BY ALL
),
attempts AS (SELECT run, benchmark, metric, min(n) AS n_repeats FROM pass_count GROUP BY ALL),
scored AS (
    SELECT of_study, item, run, benchmark, metric, sum(score) / sum(items) AS mean, sum(square) AS squares, sum(items) AS n_items,
        min(n) AS n_repeats
    FROM item_part
    WHERE n > 0
    GROUP BY ALL
    HAVING count(score) = count(*)
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
SELECT of_study, item, run, benchmark, metric, statistic, k, mean AS value, stderr_of_mean(mean, squares, n_items) AS stderr, n_items,
    n_repeats
FROM weighted
UNION ALL
SELECT
    '', NULL, run, benchmark, metric, 'majority@k', k, value,
    stderr_of_mean(value, items * square, items), items, n_repeats
FROM vote_score
LEFT JOIN attempts USING (run, benchmark, metric)
WHERE k & (k - 1) = 0
UNION ALL
SELECT '', NULL, run, benchmark, metric, 'accuracy', NULL, value, stderr, n_items, n_repeats FROM sample_score WHERE unit = 'fraction'
UNION ALL
SELECT of_study, item, run, benchmark, metric, 'accuracy', NULL, mean, stderr_of_mean(mean, squares, n_items), n_items, n_repeats
FROM scored
UNION ALL
SELECT '', NULL, run, benchmark, metric, 'cut_share', NULL, cut / answers, stderr, items, ceil(answers / items)
FROM cut_score WHERE answers > 0
UNION ALL
SELECT
    of_study, item, run, benchmark, metric, 'cut_share', NULL, cut / answers,
    CASE WHEN n_items > 1 THEN sqrt(n_items / (n_items - 1) * nullif(squares, 0)) / (answers * answers) END, n_items,
    ceil(answers / n_items)
FROM ended
UNION ALL
SELECT '', NULL, run, benchmark, '', 'mean(tokens)', NULL, tokens / samples, NULL, n_items, NULL FROM token_sum WHERE samples > 0
UNION ALL
SELECT of_study, item, run, benchmark, '', 'mean(tokens)', NULL, tokens, NULL, NULL, NULL FROM spent
UNION ALL
SELECT '', NULL, run, benchmark, '', 'median(tokens)', NULL, median_tokens, NULL, n_items, NULL FROM token_sum WHERE samples > 0;

-- The statistic that Explore calls `answers.STATISTIC`, '' of another metric.
CREATE MACRO statistic_of(metric) AS CASE WHEN starts_with(metric, 'answers.') THEN substr(metric, length('answers.') + 1) ELSE '' END;

-- The answers of runs with these statistics, as cells; `scored_by` is the metric of the answers.
CREATE MACRO answer_cell(roles) AS TABLE
SELECT
    answer_statistic.of_study AS of_item_study, item, k, nullif(answered.metric, '') AS scored_by,
    run.source, run.model, coalesce(run.of_model, run.model) AS of_model, model.family, model.params_b,
    COLUMNS(lambda name: is_condition(name)), run.settings, answered.benchmark, false AS aggregate, statistic AS metric,
    CASE WHEN statistic IN ('mean(tokens)', 'median(tokens)') THEN 'tokens' ELSE 'fraction' END AS unit,
    scale_of(unit, unit = 'fraction') AS scale,
    -- Two groups of a run are of other problems: nothing is paired by the run.
    CASE WHEN item IS NULL THEN answered.run END AS run, answered.run AS of_run, value, stderr, n_items::INTEGER AS n_items,
    false AS n_listed, n_repeats::INTEGER AS n_repeats, 0::BIGINT AS n_seeds, false AS ambiguous, 'measured'::kind AS kind
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

-- The numbers that can play a part in a declared study: those that were measured, also where a file has none for them (`missing`),
-- and statistics over answers.
CREATE VIEW role_source AS
SELECT
    'measurements' AS rows_of, '' AS of_item_study, NULL::MAP(TEXT, TEXT) AS item, NULL::BIGINT AS k, NULL::TEXT AS scored_by,
    * EXCLUDE (study, locators, low, high, run_id) RENAME (run AS of_run), run_id AS run,
    false AS by_event
FROM cell_or_missing
UNION ALL BY NAME
SELECT
    'measurements' AS rows_of, '' AS of_item_study, * EXCLUDE (study, locators, low, high, run_id) RENAME (run AS of_run),
    run_id AS run, true AS by_event
FROM with_run('single_value')
UNION ALL BY NAME
SELECT 'answers' AS rows_of, false AS by_event, * FROM answer_cell((SELECT list(item_role) FROM item_role));


-- Fields of problems as the page of two models lists these by them: the one value of those that play roles, and of others the
-- values that a study wants.
CREATE MACRO listed_fields(item, wanted) AS
list_transform(map_entries(item), lambda entry: entry.key[len('item.') + 1:] || ':' || coalesce(entry.value, ''))
|| flatten(
    list_transform(
        list_filter(map_entries(wanted), lambda entry: NOT list_contains(map_keys(item), entry.key)),
        lambda entry: list_transform(entry.value, lambda value: entry.key[len('item.') + 1:] || ':' || value)
    )
);

-- Those that marks of a study or of Explore are made of: of which problems each is, and of which run and benchmark the page
-- of two models lists these, by which fields.
CREATE MACRO answers_of_marks(asked, roles, statistic) AS TABLE
SELECT
    cell.* EXCLUDE (run) RENAME (of_run AS run), source.title, list.key AS list_of, list."column" AS list_benchmark,
    listed_fields(item, roles[1].wanted::MAP(TEXT, TEXT[])) AS list_fields,
    'its answers to ' || coalesce(
        'problems of ' || array_to_string(
            list_transform(
                list_filter(map_entries(item), lambda entry: entry.value IS NOT NULL),
                lambda entry: replace(entry.key[len('item.') + 1:], '_', ' ') || ' ' || entry.value
            ),
            ', '
        ),
        'all problems'
    ) AS locator
FROM answer_cell(roles) AS cell
JOIN source ON source.id = cell.source
LEFT JOIN model_of_run ON model_of_run.run = cell.of_run
LEFT JOIN model_run ON model_run.number = model_of_run.number
LEFT JOIN (SELECT DISTINCT key, of_benchmark, "column" FROM model_score WHERE is_whole) AS list
    ON list.key = model_run.key AND list.of_benchmark = cell.benchmark
WHERE metric = statistic AND of_item_study = CASE WHEN len(roles) > 0 THEN asked ELSE '' END;
