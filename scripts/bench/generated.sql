-- Made-up measurements of the five studies that are loaded, a row each, in one tidy table. What a page shows at a time
-- does not depend on $times; what is stored does: more metrics and seeds, families, test sets and training examples.
WITH plan AS (
    SELECT
        ceil(sqrt($times))::BIGINT AS metrics,
        ceil($times / ceil(sqrt($times)))::BIGINT AS others,
        -- Of type × length nobody has as many test sets as metrics: at most 5, of 5 numbers of examples.
        least(ceil(sqrt($times)), 5)::BIGINT AS sets,
        2 * ceil($times / pow(least(ceil(sqrt($times)), 5), 2))::BIGINT AS set_seeds
),
wide AS (
    SELECT range AS metric FROM range((SELECT metrics FROM plan))
),
deep AS (
    SELECT range AS other FROM range((SELECT others FROM plan))
),
seeded AS (
    SELECT 2 * other + range AS seed FROM deep, range(2)
),
named AS (
    SELECT CASE metric WHEN 0 THEN 'accuracy' ELSE 'accuracy_' || metric END AS metric FROM wide
),
-- 14 benchmarks, 8 sizes, 12 checkpoints.
scale AS (
    SELECT
        'family-' || other || '-' || size || 'b' AS model, 'family-' || other AS family, size::DOUBLE AS params_b,
        'bench-' || bench AS benchmark, metric, (checkpoint * 1000)::BIGINT AS step, seed,
        0.2 + 0.05 * log2(size) + 0.02 * checkpoint + bench / 50 AS mean
    FROM named, deep, range(2) AS s(seed), range(14) AS b(bench), range(1, 13) AS c(checkpoint),
        unnest([1, 2, 4, 7, 13, 30, 70, 130]) AS z(size)
),
-- 12 benchmarks, 41 iterations, an accuracy and a mean length each.
iterations AS (
    SELECT
        'policy-7b' AS model, 'bench-' || bench AS benchmark, metric, iteration, seed,
        0.3 + 0.3 * (1 - exp(-iteration / 12)) + bench / 50 AS mean, 'fraction' AS unit
    FROM named, seeded, range(12) AS b(bench), range(41) AS i(iteration)
    UNION ALL
    SELECT
        'policy-7b', 'bench-' || bench, 'token_length', iteration, seed,
        800 + 40 * iteration + 100 * bench, 'tokens'
    FROM seeded, range(12) AS b(bench), range(41) AS i(iteration)
),
-- 10 types, 10 lengths, 5 models, 2 methods.
types AS (
    SELECT
        'student-' || model || 'b' AS model, 'method-' || method AS method, 'core' AS benchmark,
        'Type ' || kind AS task_type, length AS task_length, 'test-' || test AS split, (100 * (examples + 1))::BIGINT AS train_samples,
        seed, 0.95 - 0.05 * length + 0.01 * kind AS mean
    FROM range((SELECT sets FROM plan)) AS t(test), range((SELECT sets FROM plan)) AS e(examples),
        range((SELECT set_seeds FROM plan)) AS s(seed), range(1, 11) AS k(kind), range(1, 11) AS l(length),
        unnest([1, 2, 4, 7, 13]) AS z(model), range(2) AS m(method)
),
-- 12 benchmarks, 5 selectors of which one is no model, 4 numbers of samples.
selection AS (
    SELECT
        'student-7b' AS model, 'bench-' || bench AS benchmark, metric,
        CASE selector WHEN 0 THEN 'random' ELSE 'prm-' || selector || 'b' END AS selector,
        CASE WHEN selector > 0 THEN selector::DOUBLE END AS selector_params_b,
        (1000 * power(4, samples))::BIGINT AS train_samples, seed, 0.3 + 0.06 * samples + 0.01 * selector AS mean
    FROM named, seeded, range(12) AS b(bench), range(5) AS z(selector), range(4) AS n(samples)
),
-- 5 models, 4 benchmarks, 5 windows, 10 ratios.
cache AS (
    SELECT
        'model-' || model || 'b' AS model, 'bench-' || bench AS benchmark, metric,
        (250 * power(2, win))::INTEGER AS kv_window, ratio / 10 AS kv_ratio, seed,
        0.3 + 0.05 * win + 0.02 * ratio AS mean
    FROM named, seeded, range(4) AS b(bench), unnest([1, 2, 4, 7, 13]) AS z(model), range(5) AS w(win), range(1, 11) AS r(ratio)
),
every AS (
    FROM scale
    UNION ALL BY NAME FROM iterations
    UNION ALL BY NAME FROM types
    UNION ALL BY NAME FROM selection
    UNION ALL BY NAME FROM cache
)
SELECT
    model, coalesce(family, 'made') AS family, params_b, method, step, iteration::INTEGER AS iteration, train_samples, selector,
    selector_params_b, kv_window, kv_ratio, seed::BIGINT AS seed, benchmark, task_type, task_length::INTEGER AS task_length, split,
    coalesce(metric, 'accuracy') AS metric, coalesce(unit, 'fraction') AS unit,
    CASE
        WHEN unit = 'tokens' THEN mean + hash(every) % 100
        ELSE round(500 * least(greatest(mean + (hash(every) % 1000) / 10000, 0.01), 0.99)) / 500
    END AS value,
    CASE WHEN unit IS DISTINCT FROM 'tokens' THEN 0.02::DOUBLE END AS stderr, 500 AS n_items
FROM every
