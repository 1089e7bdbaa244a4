-- What the page of models reads of all sources together. Made for `touched_source`, the sources that are new or changed:
-- all, in a snapshot that is made anew.

-- What each model of a source has of each benchmark.
CREATE TEMP TABLE model_has AS
SELECT DISTINCT run.source, run.model, part.name AS benchmark, cell.metric
FROM cell_value AS cell
JOIN (SELECT id AS run, source, model FROM run JOIN touched_source USING (source)) AS run USING (run)
JOIN (SELECT name AS metric, unit FROM metric) USING (metric)
JOIN benchmark_part AS part
    ON part.source = run.source AND part.benchmark = cell.benchmark AND part.split IS NOT DISTINCT FROM cell.split
WHERE run.model IS NOT NULL AND task_type IS NULL AND task_length IS NULL AND unit <> 'tokens';

-- The block in which a model stands: that of its source if this is bundled. An own model stands with the bundled source
-- with which it shares most benchmarks by the same measure, if these are half of its own or of the other's, else with the
-- own models that share none (block '').
CREATE TEMP TABLE model_block AS
WITH scored AS (
    SELECT DISTINCT model_has.source, model, benchmark, measure
    FROM model_has
    JOIN model_metric USING (source, benchmark, metric)
    JOIN model_source USING (source)
    WHERE main AND own
),
bundled AS (
    SELECT DISTINCT source AS block, opens, families, models, rank, benchmark, measure
    FROM model_metric
    JOIN model_source USING (source)
    WHERE main AND NOT own
),
sized AS (SELECT block, count(*) AS benchmarks FROM bundled GROUP BY block),
shared AS (
    SELECT source, model, block, opens, families, models, rank, count(*) AS benchmarks,
        sum(count(*)) OVER (PARTITION BY source, block) AS of_load
    FROM scored
    JOIN bundled USING (benchmark, measure)
    GROUP BY source, model, block, opens, families, models, rank
),
-- With equally many in common, the block that suits most models of its load, then the one with most models.
nearest AS (
    SELECT
        shared.source, shared.model,
        arg_min(block, (-shared.benchmarks, -of_load, NOT opens, -families, -models, rank, block)) AS block
    FROM shared
    JOIN sized USING (block)
    JOIN (SELECT source, model, count(*) AS benchmarks FROM scored GROUP BY ALL) AS its
        ON its.source = shared.source AND its.model = shared.model
    WHERE 2 * shared.benchmarks >= least(its.benchmarks, sized.benchmarks)
    GROUP BY ALL
)
SELECT DISTINCT
    model_run.source, model_run.model, CASE WHEN own THEN coalesce(nearest.block, '') ELSE model_run.source END AS block
FROM model_run
JOIN touched_source USING (source)
LEFT JOIN nearest ON nearest.source = model_run.source AND nearest.model = model_run.model;

UPDATE model_run SET block = model_block.block
FROM model_block
WHERE model_block.source = model_run.source AND model_block.model = model_run.model;

DELETE FROM model_column WHERE source IN (FROM touched_source);

INSERT INTO model_column
WITH placed AS (
    SELECT source AS block, title AS block_title, row_number() OVER (ORDER BY families DESC, models DESC, rank, source) AS place
    FROM model_source
    WHERE NOT own
    UNION ALL
    SELECT '', 'Your runs', 1_000_000
)
SELECT
    model_metric.source, own, opens, block, block_title, place, benchmark, metric, measure, main, cells,
    concat_ws(' · ', benchmark, nullif(measure, '')), NULL
FROM model_metric
JOIN (SELECT DISTINCT source, benchmark, metric, block FROM model_has JOIN model_block USING (source, model)) AS has
    USING (source, benchmark, metric)
JOIN model_source USING (source)
JOIN placed USING (block)
ORDER BY ALL;

CREATE TEMP TABLE new_panel AS
SELECT source, benchmark, metric, block, panel AS before, now
FROM (
    SELECT
        source, benchmark, metric, block, panel,
        CASE WHEN place > min(place) OVER (PARTITION BY benchmark, measure) THEN name || ' · ' || block_title ELSE name END AS now
    FROM model_column
)
WHERE panel IS DISTINCT FROM now;

UPDATE model_column SET panel = now
FROM new_panel
WHERE new_panel.source = model_column.source AND new_panel.benchmark = model_column.benchmark
    AND new_panel.metric = model_column.metric AND new_panel.block = model_column.block;

DELETE FROM newest_score WHERE source IN (FROM touched_source);

CREATE TEMP VIEW touched_value AS
FROM numbered_value SEMI JOIN (SELECT id AS run FROM run JOIN touched_source USING (source)) AS touched_run USING (run);

INSERT INTO newest_score FROM model_scores('touched_value', 'model_run') WHERE newest ORDER BY source, benchmark, number;

-- What follows is made of answers, and of the names of their panels.
SELECT
    EXISTS (FROM new_panel WHERE before IS NOT NULL)
    OR EXISTS (FROM answered JOIN run ON run.id = answered.run JOIN touched_source USING (source))
    OR EXISTS (FROM paired_run WHERE source_a IN (FROM touched_source) OR source_b IN (FROM touched_source));

UPDATE newest_score SET panel = now
FROM new_panel
WHERE before IS NOT NULL AND new_panel.source = newest_score.source AND new_panel.benchmark = newest_score.benchmark
    AND new_panel.metric = newest_score.metric AND new_panel.block = newest_score.block;

-- Of the rows of each run of a column, and of its newest rows, the three highest are paired with each other one, and the ten highest
-- among each other: the verdict on the first place follows from these, and the work stays linear in the number of answers. A pair stays as it is where the answers of both
-- do, so that a run more costs its own pairs.
CREATE TEMP TABLE touched_panel AS
SELECT panel FROM model_column JOIN touched_source USING (source)
UNION
SELECT panel FROM paired_run WHERE source_a IN (FROM touched_source) OR source_b IN (FROM touched_source)
UNION
SELECT unnest([before, now]) FROM new_panel;

-- The scores with answers: of one run, or of several with other seeds. `answers` changes with the runs.
CREATE TEMP TABLE answered_score AS
SELECT
    number, answered.benchmark, answered.metric, row_number() OVER (ORDER BY number, answered.benchmark, answered.metric) AS score_id,
    list(DISTINCT score_hash) AS score_hashes, bit_xor(DISTINCT score_hash) AS answers, any_value(n_items)::INTEGER AS items,
    bool_or("key" IN (FROM changed_answer)) AS changed
FROM answered
JOIN run_of_model USING (run)
GROUP BY number, answered.benchmark, answered.metric;

CREATE TEMP TABLE wanted_pair AS
WITH placed AS (
    SELECT
        panel, key, source, score_id, of_benchmark AS benchmark, newest, is_each, answers, changed,
        row_number() OVER (PARTITION BY panel, is_each ORDER BY worth DESC, key) AS place,
        row_number() OVER (PARTITION BY panel, newest ORDER BY worth DESC, key) AS place_of_newest,
        least(CASE WHEN is_each THEN place END, CASE WHEN newest THEN place_of_newest END) AS best
    FROM (
        SELECT DISTINCT ON (panel, model_score.key, of_benchmark, model_score.metric)
            panel, model_score.key, source, score_id, of_benchmark, model_score.metric, newest, is_each, answers, changed,
            CASE WHEN higher_is_better THEN value ELSE -value END AS worth
        FROM model_score
        JOIN touched_panel USING (panel)
        JOIN answered_score AS its
            ON its.number = model_score.number AND its.benchmark = of_benchmark AND its.metric = model_score.metric
        WHERE is_whole
        ORDER BY worth DESC
    )
)
SELECT
    panel, a.key AS key_a, b.key AS key_b, a.source AS source_a, b.source AS source_b, a.score_id AS id_a, b.score_id AS id_b,
    a.best <= b.best AS is_a_first, if(is_a_first, id_a, id_b) AS first, if(is_a_first, id_b, id_a) AS second,
    hash(a.answers, b.answers) AS answers, a.changed OR b.changed AS changed
FROM placed AS a
JOIN placed AS b USING (panel, benchmark)
WHERE a.key < b.key AND (
    (a.is_each AND b.is_each AND (least(a.place, b.place) <= 3 OR greatest(a.place, b.place) <= 10))
    OR (a.newest AND b.newest AND (
        least(a.place_of_newest, b.place_of_newest) <= 3 OR greatest(a.place_of_newest, b.place_of_newest) <= 10
    ))
);

DELETE FROM paired_run
WHERE panel IN (FROM touched_panel)
    AND (panel, key_a, key_b, answers) NOT IN (SELECT (panel, key_a, key_b, answers) FROM wanted_pair WHERE NOT changed);

DELETE FROM wanted_pair
WHERE (panel, key_a, key_b, answers) IN (SELECT (panel, key_a, key_b, answers) FROM paired_run);

CREATE TEMP TABLE paired_score AS
SELECT
    score_id, unnest(score_hashes) AS score_hash, hash(benchmark) AS of_benchmark, score_id IN (SELECT first FROM wanted_pair) AS is_first,
    len(score_hashes) > 1 AS is_united
FROM answered_score
WHERE score_id IN (SELECT unnest([first, second]) FROM wanted_pair);

-- The items of these scores; the same id may stand for a problem of each benchmark.
CREATE TEMP TABLE united_item AS
SELECT
    score_id, is_first, xor(item_hash, of_benchmark) AS item_hash, sum(mean * n) / sum(n) AS score,
    CASE WHEN sum(partial) = 0 THEN sum(n) END AS answers
FROM paired_score
JOIN item_score USING (score_hash)
WHERE n > 0 AND is_united
GROUP BY ALL;

-- How the runs behind such a score scatter, as training seeds do.
CREATE TEMP TABLE seed_scatter AS
WITH several AS (
    SELECT score_id, score_hash, item_hash, mean FROM paired_score JOIN item_score USING (score_hash) WHERE n > 0 AND is_united
)
SELECT score_id, {'runs': runs::INTEGER, 'within': within, 'between': "between"} AS seeds
FROM (
    SELECT score_id, count(*) AS runs, var_samp(mean) AS "between"
    FROM (SELECT score_id, score_hash, avg(mean) AS mean FROM several GROUP BY ALL)
    GROUP BY ALL
)
JOIN (
    SELECT score_id, avg(variance) AS within
    FROM (SELECT score_id, item_hash, var_samp(mean) AS variance FROM several GROUP BY ALL)
    GROUP BY ALL
) USING (score_id);

UPDATE answered_score SET items = its.items
FROM (SELECT score_id, count(*)::INTEGER AS items FROM united_item GROUP BY ALL) AS its
WHERE its.score_id = answered_score.score_id;

CREATE TEMP VIEW paired_item AS
SELECT score_id, is_first, xor(item_hash, of_benchmark) AS item_hash, mean AS score, CASE WHEN partial = 0 THEN n END AS answers
FROM paired_score
JOIN item_score USING (score_hash)
WHERE n > 0 AND NOT is_united
UNION ALL
SELECT * FROM united_item;

-- The few runs that are compared with all others come first: the database keeps the items of these alone.
CREATE TEMP TABLE first_item AS SELECT * EXCLUDE (is_first) FROM paired_item WHERE is_first;

INSERT INTO paired_run
WITH compared AS (
    SELECT
        one.score_id AS first, other.score_id AS second, count(*)::INTEGER AS n, avg(one.score) AS mean_first,
        avg(other.score) AS mean_second,
        round(stddev_samp(one.score - other.score), 12) AS sd, -- more digits depend on the order of the rows
        count(*) FILTER (one.score > other.score)::INTEGER AS only_first,
        count(*) FILTER (one.score < other.score)::INTEGER AS only_second,
        bool_and(coalesce(one.answers = 1 AND other.answers = 1, false)) AS "binary",
        CASE WHEN bool_and(one.answers + other.answers IS NOT NULL) THEN min(least(one.answers, other.answers)) END::INTEGER AS attempts
    FROM first_item AS one
    JOIN paired_item AS other USING (item_hash)
    SEMI JOIN wanted_pair ON first = one.score_id AND second = other.score_id
    GROUP BY ALL
)
SELECT
    panel, key_a, key_b, a.metric, b.metric, source_a, source_b, a.items, b.items, n,
    if(is_a_first, mean_first, mean_second), if(is_a_first, mean_second, mean_first), sd, if(is_a_first, only_first, only_second),
    if(is_a_first, only_second, only_first), "binary", attempts, of_a.seeds, of_b.seeds, wanted_pair.answers
FROM wanted_pair
JOIN compared USING (first, second)
JOIN answered_score AS a ON a.score_id = id_a
JOIN answered_score AS b ON b.score_id = id_b
LEFT JOIN seed_scatter AS of_a ON of_a.score_id = id_a
LEFT JOIN seed_scatter AS of_b ON of_b.score_id = id_b
ORDER BY ALL;

DROP TABLE first_item;
