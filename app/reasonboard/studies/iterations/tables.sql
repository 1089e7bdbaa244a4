-- What this page reads, made once per snapshot of the cells.

-- The cells with an iteration, and missing ones. All tables read this copy, since planning the view takes longer than making it.
CREATE TEMP TABLE iteration_number AS
SELECT
    study, source, metric, unit, scale, model, method, benchmark, aggregate, iteration, value, stderr, n_items, n_listed, n_repeats,
    n_seeds, seed_sd, kind, run_id, repeat_values, repeat_runs, missing
FROM part_cell_or_missing
WHERE study = 'iterations' AND iteration IS NOT NULL;

-- What a page calls each score. A trainer may put the number of attempts into the name, mean@16 of AIME24 and mean@4 of
-- MATH500: that is one score, mean@k, unless a benchmark has it twice.
CREATE TABLE iteration_score_name AS
WITH written AS (
    SELECT DISTINCT study, source, benchmark, metric, regexp_replace(metric, '^(.*/)?(mean|avg)@[0-9]+$', '\1\2@k') AS name
    FROM iteration_number
    WHERE missing IS NULL
),
one AS (
    SELECT study, source, name
    FROM written
    WHERE name <> metric
    GROUP BY ALL
    HAVING count(DISTINCT metric) > 1 AND count(DISTINCT benchmark) = count(*)
)
SELECT DISTINCT study, source, metric, coalesce(one.name, metric) AS score
FROM written
LEFT JOIN one USING (study, source, name);

-- The cells that are marks. What a page shows at a time stands together, so that the rest is not read.
CREATE TABLE iteration_cell AS
SELECT
    study, source, score, metric, cell.unit, scale, higher_is_better, model, method, benchmark, aggregate, iteration,
    value, stderr, n_items, n_listed, n_repeats, n_seeds, seed_sd, kind, run_id
FROM iteration_number AS cell
JOIN metric ON metric.name = metric
JOIN iteration_score_name USING (study, source, metric)
WHERE missing IS NULL
ORDER BY source, score, benchmark, iteration;

-- The scores that a source follows along the iterations, a row each: shares of items of
-- which more is better. A source of lengths alone follows an accuracy that it does not give.
CREATE TABLE iteration_metric AS
WITH followed AS (
    SELECT DISTINCT study, source, metric, unit FROM iteration_number WHERE missing IS NULL
    UNION
    SELECT study, source, metric, unit FROM bound WHERE study = 'iterations'
),
score AS (
    SELECT
        study, source, coalesce(named.score, followed.metric) AS metric,
        min(CASE WHEN named.score <> followed.metric THEN named.score ELSE label END) AS label,
        bool_or(proportion) AS proportion
    FROM followed
    JOIN metric ON metric.name = followed.metric
    LEFT JOIN iteration_score_name AS named USING (study, source, metric)
    WHERE followed.unit = 'fraction' AND higher_is_better
    GROUP BY ALL
)
FROM score
UNION ALL
SELECT study, source, 'accuracy', 'accuracy', true
FROM followed
WHERE metric = 'token_length' AND (study, source) NOT IN (SELECT (study, source) FROM score);

-- One row per score, benchmark and model: accuracy (percent), mean tokens and the range of 95% of the
-- responses along the iterations, as equally long lists with NULL where there is no value, and the ranges
-- that the source states without a curve. `runs` are those of each iteration. Standard errors and deviations are fractions.
-- `accuracy_missing` and `tokens_missing` say what the file has instead of a value, NULL where it does not speak of one. `bought` has
-- the first, the best and the last accuracy (fractions) and mean tokens; of equal values the earliest is the best.
CREATE TABLE iteration_curve AS
WITH called AS (
    SELECT cell.* REPLACE (coalesce(score, metric) AS metric)
    FROM iteration_number AS cell
    LEFT JOIN iteration_score_name USING (study, source, metric)
),
along AS (
    SELECT
        score.study, score.source, score.metric,
        benchmark, aggregate, model, concat_ws(' · ', model, method) AS run, iteration,
        arg_min(value, kind) FILTER (cell.metric = score.metric) AS accuracy,
        min(kind) FILTER (cell.metric = score.metric) AS accuracy_kind,
        arg_min(value, kind) FILTER (cell.metric = 'token_length') AS tokens,
        min(kind) FILTER (cell.metric = 'token_length') AS tokens_kind,
        arg_min(value, kind) FILTER (cell.metric = 'token_length_low') AS tokens_low,
        arg_min(value, kind) FILTER (cell.metric = 'token_length_high') AS tokens_high,
        arg_min(stderr, kind) FILTER (cell.metric = score.metric) AS stderr,
        arg_min(seed_sd, kind) FILTER (cell.metric = score.metric) AS seed_sd,
        min(run_id) AS run_id,
        any_value(scale) FILTER (cell.metric = score.metric) AS scale,
        min(n_items) FILTER (cell.metric = score.metric) AS n_items,
        bool_or(n_listed) FILTER (cell.metric = score.metric) AS n_listed,
        min(n_repeats) FILTER (cell.metric = score.metric) AS n_repeats,
        nullif(min(n_seeds) FILTER (cell.metric = score.metric), 0) AS n_seeds,
        CASE WHEN accuracy IS NULL THEN min(missing) FILTER (cell.metric = score.metric) END AS accuracy_missing,
        CASE WHEN tokens IS NULL THEN min(missing) FILTER (cell.metric = 'token_length') END AS tokens_missing
    FROM called AS cell
    JOIN iteration_metric AS score USING (study, source)
    WHERE cell.metric IN (score.metric, 'token_length', 'token_length_low', 'token_length_high')
    GROUP BY ALL
),
curve AS (
    SELECT
        study, source, metric, benchmark, aggregate, model, run,
        any_value(scale) AS scale,
        min(n_items) AS n_items,
        bool_or(n_listed) AS n_listed,
        min(n_repeats) AS n_repeats,
        min(n_seeds) AS n_seeds,
        list(stderr ORDER BY iteration) AS stderr,
        list(seed_sd ORDER BY iteration) AS seed_sd,
        list(iteration ORDER BY iteration) AS iteration,
        list(run_id ORDER BY iteration) AS runs,
        list(round(accuracy * 100, 2) ORDER BY iteration) AS accuracy,
        list(accuracy_kind::TEXT ORDER BY iteration) AS accuracy_kind,
        list(round(tokens)::INTEGER ORDER BY iteration) AS tokens,
        list(tokens_kind::TEXT ORDER BY iteration) AS tokens_kind,
        list(accuracy_missing ORDER BY iteration) AS accuracy_missing,
        list(tokens_missing ORDER BY iteration) AS tokens_missing,
        list(round(tokens_low)::INTEGER ORDER BY iteration) AS tokens_low,
        list(round(tokens_high)::INTEGER ORDER BY iteration) AS tokens_high,
        {
            'start': arg_min(accuracy, iteration),
            'best': max(accuracy),
            'best_at': arg_max(iteration, (accuracy, -iteration)) FILTER (accuracy IS NOT NULL),
            'last': arg_max(accuracy, iteration),
            'tokens_start': arg_min(tokens, iteration),
            'tokens_last': arg_max(tokens, iteration),
            'kind': greatest(max(accuracy_kind), max(tokens_kind))::TEXT
        } AS bought
    FROM along
    GROUP BY study, source, metric, benchmark, aggregate, model, run
),
stated AS (
    SELECT
        score.study, score.source, score.metric, benchmark, benchmark.aggregate, bound.model, bound.model AS run,
        round(max(low) FILTER (bound.metric = score.metric) * 100, 2) AS accuracy_from,
        round(max(high) FILTER (bound.metric = score.metric) * 100, 2) AS accuracy_to,
        max(low) FILTER (bound.metric = 'token_length') AS tokens_from,
        max(high) FILTER (bound.metric = 'token_length') AS tokens_to
    FROM bound
    JOIN benchmark ON benchmark.name = bound.benchmark
    JOIN iteration_metric AS score USING (study, source)
    WHERE bound.metric IN (score.metric, 'token_length')
    GROUP BY ALL
)
SELECT
    study, source, metric, benchmark, coalesce(curve.model, stated.model) AS model, run, aggregate, scale, n_items, n_listed, n_repeats,
    n_seeds, bought,
    coalesce(
        COLUMNS([
            'stderr', 'seed_sd', 'iteration', 'runs', 'accuracy', 'accuracy_kind', 'tokens', 'tokens_kind', 'accuracy_missing',
            'tokens_missing', 'tokens_low', 'tokens_high'
        ]),
        []
    ),
    accuracy_from, accuracy_to, tokens_from, tokens_to,
    list_filter(
        list_distinct(
            coalesce(accuracy_kind, []) || coalesce(tokens_kind, [])
            || CASE WHEN stated.run IS NULL THEN [] ELSE ['bound_low'] END
        ),
        lambda kind: kind IS NOT NULL
    ) AS kinds
FROM curve
FULL JOIN stated USING (study, source, metric, benchmark, aggregate, run);

-- The curves of the seeds of recipes with several of them (fractions): one row per score, benchmark and run. They are made of the
-- runs whose mean the curve of the recipe is. `num_tokens` and `hours` are what a seed had used by then, NULL where no file says that.
CREATE TABLE iteration_recipe (
    study TEXT, source TEXT, metric TEXT, benchmark TEXT, run TEXT,
    seeds STRUCT(seed TEXT, iteration INTEGER[], accuracy DOUBLE[], num_tokens DOUBLE[], hours DOUBLE[])[]
);

-- Where the answers of each seed are (`score_hash` of `item_score`) at the last iterations that its recipe has in common with
-- others, and at the last of its own, which can be that of a recipe of another load: those whose mean is the value, since a run may
-- have several scores.
CREATE TABLE iteration_answer (
    study TEXT, source TEXT, metric TEXT, benchmark TEXT, run TEXT, seed TEXT, iteration INTEGER, score_hash UBIGINT
);

SELECT EXISTS (FROM run WHERE study = 'iterations' AND seed IS NOT NULL);

INSERT INTO iteration_recipe
WITH part AS (
    SELECT
        study, source, score AS metric, benchmark, concat_ws(' · ', model, method) AS run, iteration,
        unnest(coalesce(repeat_values, [value])) AS value, unnest(coalesce(repeat_runs, [run_id])) AS id
    FROM iteration_number
    JOIN iteration_score_name USING (study, source, metric)
    WHERE missing IS NULL
),
value AS (
    SELECT part.study, part.source, metric, benchmark, part.run, seed, part.iteration, avg(value) AS value, max(its.id) AS id
    FROM part
    JOIN run AS its ON its.id = part.id
    WHERE seed IS NOT NULL
    GROUP BY ALL
),
used AS (
    SELECT
        run AS id, benchmark, max(value) FILTER (metric = 'num_tokens') AS num_tokens, max(value) FILTER (metric = 'hours') AS hours
    FROM measurement
    WHERE metric IN ('num_tokens', 'hours') AND run IN (SELECT id FROM value)
    GROUP BY ALL
),
curve AS (
    SELECT
        study, source, metric, value.benchmark, run, seed, list(iteration ORDER BY iteration) AS iteration,
        list(value ORDER BY iteration) AS accuracy,
        list(coalesce(own.num_tokens, its.num_tokens) ORDER BY iteration) AS num_tokens,
        list(coalesce(own.hours, its.hours) ORDER BY iteration) AS hours
    FROM value
    JOIN iteration_metric USING (study, source, metric)
    LEFT JOIN used AS own ON own.id = value.id AND own.benchmark = value.benchmark
    LEFT JOIN used AS its ON its.id = value.id AND its.benchmark = '(training)'
    GROUP BY study, source, metric, value.benchmark, run, seed
)
SELECT
    study, source, metric, benchmark, run,
    list(
        {'seed': seed, 'iteration': iteration, 'accuracy': accuracy, 'num_tokens': num_tokens, 'hours': hours}
        ORDER BY try_cast(seed AS BIGINT), seed
    ) AS seeds
FROM curve
GROUP BY study, source, metric, benchmark, run
HAVING count(*) > 1
ORDER BY ALL;

INSERT INTO iteration_answer
WITH repeated AS (SELECT DISTINCT study, source, metric FROM iteration_recipe),
-- Of sources that have several seeds of some recipes others have one, which need not be known.
point AS (
    SELECT study, source, metric, benchmark, run, one.seed AS seed, unnest(one.iteration) AS iteration, unnest(one.accuracy) AS value
    FROM (SELECT * EXCLUDE (seeds), unnest(seeds) AS one FROM iteration_recipe)
    UNION ALL
    SELECT study, source, metric, benchmark, run, NULL, iteration, accuracy / 100
    FROM (
        SELECT study, source, metric, benchmark, run, unnest(iteration) AS iteration, unnest(accuracy) AS accuracy
        FROM iteration_curve
        SEMI JOIN repeated USING (study, source, metric)
        ANTI JOIN iteration_recipe USING (study, source, metric, benchmark, run)
    )
    WHERE accuracy IS NOT NULL
),
whole_step AS (
    SELECT study, source, metric, benchmark, run, iteration
    FROM (SELECT study, source, metric, benchmark, run, iteration, count(*) AS seeds FROM point GROUP BY ALL)
    QUALIFY seeds = max(seeds) OVER (PARTITION BY study, source, metric, benchmark, run)
),
last_common AS (
    SELECT DISTINCT study, source, metric, benchmark, run, iteration
    FROM (
        SELECT study, source, metric, benchmark, one.run, max(iteration) AS iteration
        FROM whole_step AS one
        JOIN whole_step AS other USING (study, source, metric, benchmark, iteration)
        WHERE one.run <> other.run
        GROUP BY study, source, metric, benchmark, one.run, other.run
        UNION ALL
        SELECT study, source, metric, benchmark, run, max(iteration)
        FROM whole_step
        GROUP BY study, source, metric, benchmark, run
    )
)
SELECT point.study, point.source, point.metric, point.benchmark, point.run, point.seed, iteration, score_hash
FROM last_common
JOIN point USING (study, source, metric, benchmark, run, iteration)
JOIN run AS its
    ON its.study = point.study AND its.source = point.source AND its.iteration = point.iteration
    AND concat_ws(' · ', its.model, its.method) = point.run AND (its.seed = point.seed OR point.seed IS NULL)
JOIN answered ON answered.run = its.id AND answered.benchmark = point.benchmark
JOIN sample_score
    ON sample_score.run = answered.key AND sample_score.benchmark = raw_benchmark AND sample_score.metric = raw_metric
    AND abs(sample_score.value - point.value) < 1e-3
QUALIFY row_number() OVER (
    PARTITION BY point.study, point.source, point.metric, point.benchmark, point.run, point.seed, iteration
    ORDER BY its.id DESC, raw_metric
) = 1
ORDER BY ALL;
