-- The printed accuracies of the bundled sources for which the number of answers is known, to be checked
-- against it: that of the row itself, else the one that most numbers of the benchmark have in the study,
-- else its items.
CREATE TABLE printed AS
WITH counted AS (
    SELECT study, benchmark, n_items, n_repeats, n_seeds, count(*) AS cells
    FROM cell
    JOIN (SELECT id AS source, rank FROM source) USING (source)
    WHERE rank <= 1000 AND n_items IS NOT NULL AND NOT n_listed AND scale = 'proportion'
    GROUP BY ALL
),
known AS (
    SELECT study, benchmark, arg_max((n_items, n_repeats, n_seeds), (cells, n_items)) AS answers
    FROM counted
    GROUP BY ALL
)
SELECT
    result.study, result.source, title, result.benchmark, model, result.metric, value,
    coalesce(result.n_items, answers[1], items) AS n_items,
    CASE WHEN result.n_items IS NULL AND answers IS NOT NULL THEN answers[2] ELSE result.n_repeats END AS n_repeats,
    CASE WHEN result.n_items IS NULL THEN answers[3] END AS n_seeds,
    CASE
        WHEN result.n_items IS NOT NULL THEN 'same source'
        WHEN answers IS NOT NULL THEN 'most common for this benchmark'
        ELSE 'the items of the benchmark'
    END AS "n from",
    kind, locator, result.unit
FROM result
JOIN metric ON metric.name = result.metric AND proportion
LEFT JOIN known ON known.study = result.study AND known.benchmark = result.benchmark
WHERE NOT aggregate AND kind IN ('stated', 'read_off', 'approximate')
  AND coalesce(result.n_items, answers[1], items) IS NOT NULL
ORDER BY study, source, benchmark, locator;
