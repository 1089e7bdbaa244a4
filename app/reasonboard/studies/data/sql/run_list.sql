-- The loaded runs that have one of these models, loads and benchmarks (all where a list is empty), made at this time, the newest
-- first. The runs of one training are one row, with the date of its last step and its newest scores, unless `$each` run is a row.
WITH one AS (
    SELECT run.*, coalesce(iteration, step) AS place, made_at, made_from
    FROM run
    JOIN (SELECT run AS id, made_at, made_from FROM dated_run WHERE own) USING (id)
),
scored AS (
    SELECT
        run.key, benchmark.aggregate, coalesce(part.name, benchmark.name) AS benchmark, benchmark.name AS of_benchmark,
        measurement.metric, value, unit, stderr, n_items, n_repeats, kind::TEXT AS kind, scale_of(metric.unit, proportion) AS scale,
        coalesce(main, false) AS main
    FROM measurement
    JOIN run ON run.id = measurement.run
    JOIN own_source ON own_source.source = run.source AND own
    JOIN benchmark ON benchmark.name = measurement.benchmark
    JOIN metric ON metric.name = measurement.metric
    LEFT JOIN benchmark_part AS part
        ON part.source = run.source AND part.benchmark = measurement.benchmark AND part.split IS NOT DISTINCT FROM measurement.split
    LEFT JOIN model_metric
        ON model_metric.source = run.source AND model_metric.benchmark = part.name AND model_metric.metric = measurement.metric
    WHERE benchmark.name <> '(training)'
),
-- What a training does not change; a step that was evaluated again belongs to another row.
of_training AS (
    SELECT key, place, made_at, hash(
        source, model, seed, repeat, configuration(settings),
        row(*COLUMNS(lambda name: is_condition(name) AND name NOT IN ('step', 'iteration', 'progress', 'train_samples')))
    ) AS training
    FROM one
    WHERE place IS NOT NULL AND NOT $each
),
evaluated AS (
    SELECT key, max(age) AS age
    FROM (
        SELECT key, row_number() OVER (PARTITION BY training, place, benchmark, metric ORDER BY made_at DESC, key) AS age
        FROM (SELECT DISTINCT key, benchmark, metric FROM scored)
        JOIN of_training USING (key)
    )
    GROUP BY key
),
several AS (
    SELECT key, hash(training, coalesce(age, 1)) AS line
    FROM of_training
    LEFT JOIN evaluated USING (key)
    WINDOW of_line AS (PARTITION BY training, coalesce(age, 1))
    QUALIFY min(place) OVER of_line < max(place) OVER of_line
),
lined AS (SELECT one.*, coalesce(line, hash(key)) AS line FROM one LEFT JOIN several USING (key)),
last_score AS (
    SELECT
        line, benchmark, any_value(aggregate) AS aggregate,
        arg_max({
            'benchmark': benchmark, 'metric': metric, 'unit': unit, 'value': value, 'stderr': stderr, 'n_items': n_items,
            'n_repeats': n_repeats, 'kind': kind, 'scale': scale
        }, (coalesce(place, -1), made_at, key)) AS score
    FROM scored
    JOIN (SELECT key, line, place, made_at FROM lined) USING (key)
    WHERE main AND (len($benchmarks::TEXT[]) = 0 OR list_contains($benchmarks, of_benchmark))
    GROUP BY line, benchmark
),
-- The benchmarks that most rows have come first.
shown_score AS (
    SELECT line, list(score ORDER BY aggregate, lines DESC, benchmark) AS scores
    FROM last_score
    JOIN (SELECT benchmark, count(*) AS lines FROM last_score GROUP BY ALL) USING (benchmark)
    GROUP BY line
),
of_benchmark AS (
    SELECT line, list_sort(list(DISTINCT benchmark)) AS benchmarks, list(DISTINCT of_benchmark) AS of_benchmarks
    FROM scored
    JOIN (SELECT key, line FROM lined) USING (key)
    GROUP BY line
),
listed AS (
    SELECT
        line, max(made_at) AS made_at, arg_max(made_from, made_at) AS made_from, any_value(source) AS source,
        list(DISTINCT model) || list(DISTINCT of_model) AS models, min(place) AS first_step, max(place) AS last_step,
        arg_max(key, (coalesce(place, -1), made_at, key)) AS key, list(key ORDER BY place, key) AS keys,
        sum(measurements)::BIGINT AS measurements, sum(missing)::BIGINT AS missing, sum(samples)::BIGINT AS samples
    FROM lined
    JOIN (SELECT key, measurements, missing, samples FROM listed_run) USING (key)
    GROUP BY line
)
SELECT
    listed.made_at AS date,
    listed.made_from AS "date from",
    summary.model,
    listed.source AS load,
    first_step AS "first step",
    last_step AS "last step",
    len(keys) AS runs,
    coalesce(benchmarks, []) AS benchmarks,
    coalesce(scores, []) AS scores,
    listed.samples AS answers,
    one.build,
    one.seed,
    one.repeat,
    one.configuration,
    tool,
    tool_version AS "tool version",
    status,
    listed.measurements,
    listed.missing AS "not a number",
    written_in_file(raw_model) AS "written as",
    name_from AS "name",
    params_b AS "size (B)",
    shown_in AS "shown in",
    lacks AS "missing for the others",
    array_to_string(inferred, ', ') AS inferred,
    listed.key AS run,
    keys
FROM listed
JOIN one ON one.key = listed.key
JOIN listed_run AS summary ON summary.key = listed.key
LEFT JOIN shown_score ON shown_score.line = listed.line
LEFT JOIN of_benchmark ON of_benchmark.line = listed.line
WHERE (len($models::TEXT[]) = 0 OR list_has_any($models, list_append(models, summary.model)))
    AND (len($loads::TEXT[]) = 0 OR list_contains($loads, listed.source))
    AND (len($benchmarks::TEXT[]) = 0 OR list_has_any($benchmarks, of_benchmarks))
    AND coalesce(listed.made_at >= $since::TIMESTAMP, $since IS NULL)
    AND coalesce(listed.made_at < $before::TIMESTAMP, $before IS NULL)
ORDER BY listed.made_at DESC, listed.source, summary.model, one.seed, first_step, listed.key
