-- A row for each scalar and training: the values of each seed by step, of long logs the means of steps that lie together (`width`
-- of them), and the steps at which a log has none, as NaN. `number` is the place of the model among all, by which it has its color.
-- Trainings of further loads are named as in sql/grid.sql.
WITH loads AS (SELECT [$source] || CASE WHEN $form IN ('recipes', 'seeds') THEN $with_loads ELSE [] END AS ids),
logged AS (FROM training_scalars($study, (SELECT ids FROM loads)) WHERE list_contains($scalars, metric)),
binned AS (SELECT greatest(1, (max(iteration) - min(iteration)) // 400) AS width FROM logged),
each AS (
    SELECT source, run, metric, seed, list(iteration ORDER BY iteration) AS iteration, list(value ORDER BY iteration) AS value
    FROM (
        SELECT source, run, metric, seed, iteration // width * width AS iteration, avg(value) AS value
        FROM logged, binned
        GROUP BY ALL
    )
    GROUP BY source, run, metric, seed
),
gone AS (
    SELECT
        source, concat_ws(' · ', model, method) AS run, metric,
        list({'seed': coalesce(seed, ''), 'iteration': iteration, 'words': missing} ORDER BY seed, iteration) AS missing
    FROM missing_number
    JOIN run AS its ON its.id = missing_number.run
    WHERE study = $study AND list_contains((SELECT ids FROM loads), source) AND benchmark = '(training)' AND iteration IS NOT NULL
    GROUP BY source, model, method, metric
),
training AS (
    SELECT source, run, model, metric, unit, list_distinct(list(kind::TEXT)) AS kinds
    FROM logged
    GROUP BY source, run, model, metric, unit
)
SELECT
    CASE WHEN count(DISTINCT its.source) OVER (PARTITION BY its.run) > 1 AND its.source <> $source THEN its.run || ' · ' || title ELSE its.run END AS run,
    its.source, its.model, its.metric, known_scalar(its.metric).name AS name, unit, (SELECT width FROM binned) AS width, seeds,
    coalesce(missing, []) AS missing, number, kinds
FROM training AS its
JOIN (
    SELECT source, run, metric, list({'seed': seed, 'iteration': iteration, 'value': value} ORDER BY try_cast(seed AS BIGINT), seed) AS seeds
    FROM each
    GROUP BY source, run, metric
) USING (source, run, metric)
JOIN (SELECT id AS source, title FROM source) AS load USING (source)
LEFT JOIN gone USING (source, run, metric)
LEFT JOIN identity ON identity.name = its.model
ORDER BY known_scalar(its.metric).place, its.metric, run
