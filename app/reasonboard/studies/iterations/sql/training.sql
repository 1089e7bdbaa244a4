-- A row for each scalar and training: the values of each seed by step, of long logs the means of steps that lie together (`width`
-- of them), and the steps at which a log has none, as NaN. `number` is the place of the model among all, by which it has its color.
WITH logged AS (FROM training_scalars($study, $source) WHERE list_contains($scalars, metric)),
binned AS (SELECT greatest(1, (max(iteration) - min(iteration)) // 400) AS width FROM logged),
each AS (
    SELECT run, metric, seed, list(iteration ORDER BY iteration) AS iteration, list(value ORDER BY iteration) AS value
    FROM (
        SELECT run, metric, seed, iteration // width * width AS iteration, avg(value) AS value
        FROM logged, binned
        GROUP BY ALL
    )
    GROUP BY run, metric, seed
),
gone AS (
    SELECT
        concat_ws(' · ', model, method) AS run, metric,
        list({'seed': coalesce(seed, ''), 'iteration': iteration, 'words': missing} ORDER BY seed, iteration) AS missing
    FROM missing_number
    JOIN run AS its ON its.id = missing_number.run
    WHERE study = $study AND source = $source AND benchmark = '(training)' AND iteration IS NOT NULL
    GROUP BY ALL
)
SELECT
    its.run, its.model, its.metric, known_scalar(its.metric).name AS name, unit, width,
    list({'seed': seed, 'iteration': each.iteration, 'value': each.value} ORDER BY try_cast(seed AS BIGINT), seed) AS seeds,
    coalesce(any_value(missing), []) AS missing, any_value(number) AS number, kinds
FROM (SELECT run, model, metric, unit, list_distinct(list(kind::TEXT)) AS kinds FROM logged GROUP BY run, model, metric, unit) AS its
JOIN each USING (run, metric)
LEFT JOIN gone USING (run, metric)
LEFT JOIN identity ON identity.name = its.model
CROSS JOIN binned
GROUP BY its.run, its.model, its.metric, unit, width, kinds
ORDER BY known_scalar(its.metric).place, its.metric, its.run
