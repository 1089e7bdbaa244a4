-- One row per benchmark and model: its curve (see tables.sql) and stated ranges. Aggregates come last. `x` is where each
-- iteration stands on the chosen axis: at its number, or at what its run had used by then, NULL where no file says that.
-- `restarts` are the iterations at which the training was restarted, with how many numbers of the lost part are left out.
-- Of recipes with several seeds `seeds` are the curves of these, and `answers` what each seed answered to every problem at the last
-- iterations that the recipe shares with others; they are compared along `along` at `compare_at`. `number` is the place of the model
-- among all, by which recipes have their colors. Recipes of further loads are named with their load if another one has a run of
-- this name.
WITH loads AS (
    SELECT $source AS source
    UNION
    SELECT unnest($with_loads) WHERE $form IN ('recipes', 'seeds')
),
shown AS (
    FROM iteration_curve
    SEMI JOIN loads USING (source)
    WHERE study = $study AND metric = $metric
),
other AS (FROM other_numbers([metric_of($along)])),
placed AS (
    SELECT source, benchmark, point.run, list(try_cast(place_among(places, benchmark) AS DOUBLE) ORDER BY iteration) AS x
    FROM (SELECT source, benchmark, run, unnest(iteration) AS iteration, unnest(runs) AS id FROM shown) AS point
    LEFT JOIN other ON other.run = id
    WHERE metric_of($along) IS NOT NULL
    GROUP BY source, benchmark, point.run
),
restarted AS (
    SELECT source, concat_ws(' · ', model, method) AS run, list({'at': iteration, 'lost': lost} ORDER BY iteration) AS restarts
    FROM (
        SELECT source, model, method, iteration, max(lost) AS lost
        FROM run
        SEMI JOIN loads USING (source)
        WHERE study = $study AND lost > 0 AND iteration IS NOT NULL
        GROUP BY ALL
    )
    GROUP BY ALL
),
recipe AS (FROM iteration_recipe SEMI JOIN loads USING (source) WHERE study = $study AND metric = $metric),
answer AS (
    SELECT
        wanted.source, wanted.benchmark, wanted.run, seed, iteration, list(item_hash ORDER BY item_hash) AS items,
        list(mean ORDER BY item_hash) AS scores, min(n) AS attempts
    FROM (FROM iteration_answer SEMI JOIN loads USING (source) WHERE study = $study AND metric = $metric) AS wanted
    JOIN item_score USING (score_hash)
    WHERE n > 0
    GROUP BY ALL
),
answered_by AS (
    SELECT
        source, benchmark, run,
        list(
            {'seed': seed, 'iteration': iteration, 'items': items, 'scores': scores, 'attempts': attempts}
            ORDER BY iteration, try_cast(seed AS BIGINT), seed
        ) AS answers
    FROM answer
    GROUP BY ALL
)
SELECT
    shown.* EXCLUDE (study, metric, bought, runs)
    REPLACE (
        CASE WHEN count(DISTINCT source) OVER (PARTITION BY run) > 1 AND source <> $source THEN run || ' · ' || title ELSE run END AS run
    ),
    coalesce(x, iteration) AS x, benchmark AS panel,
    coalesce(restarts, []) AS restarts, coalesce(seeds, []) AS seeds, coalesce(answers, []) AS answers, number,
    $along AS along, $compare_at AS compare_at
FROM shown
JOIN (SELECT id AS source, title FROM source) AS load USING (source)
LEFT JOIN placed USING (source, benchmark, run)
LEFT JOIN restarted USING (source, run)
LEFT JOIN recipe USING (source, benchmark, run)
LEFT JOIN answered_by USING (source, benchmark, run)
LEFT JOIN identity ON identity.name = shown.model
ORDER BY aggregate, CASE WHEN $order = 'gain' THEN bought.start - bought.last END NULLS LAST, lower(benchmark), run
