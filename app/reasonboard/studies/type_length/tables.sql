-- What this page reads, made once per snapshot of the cells.

-- The cells that are marks. What a page shows at a time stands together, so that the rest is not read.
CREATE TABLE type_cell AS
SELECT
    study, source, metric, cell.unit, scale, higher_is_better, model, params_b, method, benchmark, split, train_samples,
    task_type, task_length, value, stderr, n_items, n_listed, n_repeats, n_seeds, kind, run_id
FROM cell
JOIN metric ON metric.name = metric
WHERE study = 'type-length' AND metric = 'accuracy' AND task_type IS NOT NULL AND task_length IS NOT NULL
ORDER BY source, split, train_samples, benchmark, params_b, model, method;

-- What is one heatmap and one line. `tested` is how many cells its benchmark has,
-- `place` that of its method, of which the one that most models were tested with comes first.
CREATE TABLE placed_panel AS
WITH panel AS (
    SELECT
        study, source, benchmark, model, params_b, method, split, train_samples,
        concat_ws(' · ', model, method, benchmark) AS name,
        count(*) AS cells
    FROM cell
    WHERE metric = 'accuracy' AND task_type IS NOT NULL AND task_length IS NOT NULL
    GROUP BY ALL
),
shared AS (
    SELECT
        *,
        sum(cells) OVER (PARTITION BY study, source, benchmark) AS tested,
        count(DISTINCT model) OVER (PARTITION BY study, source, method) AS models
    FROM panel
)
SELECT
    row_number() OVER (
        ORDER BY study, source, benchmark, model, method, split, train_samples
    ) + coalesce(getvariable('used_ids'), 0) AS id,
    shared.* EXCLUDE (cells, models),
    dense_rank() OVER (PARTITION BY study, source ORDER BY models DESC, method) AS place
FROM shared
ORDER BY ALL;

-- They with the numbers of the colors of methods.
CREATE VIEW type_panel AS
SELECT placed_panel.*, coalesce(number, 0) AS number FROM placed_panel LEFT JOIN identity ON identity.name = method;

-- One row per panel and type: accuracy (percent) by length as lists, with the lowest and the highest
-- seed; disputed if another source gives another value for the same: of own runs only if they state no settings, as other
-- sources state none. `accuracy` is the same as a fraction and not rounded, with what is known of how each cell was measured.
-- `missing` says what the file has for `missing_lengths` instead of a number.
CREATE TABLE type_line AS
WITH typed AS (
    SELECT
        cell.*, own, conditions_of(cell)::TEXT AS conditions, (NOT own OR coalesce(cardinality(settings), 0) = 0) AND kind <> 'illustrative' AS is_statement
    FROM cell_or_missing AS cell
    JOIN own_source USING (source)
    WHERE metric = 'accuracy' AND task_type IS NOT NULL AND task_length IS NOT NULL
),
tested AS (
    SELECT
        * REPLACE (round(low * 100, 1) AS low, round(high * 100, 1) AS high)
            RENAME (n_items AS items, n_repeats AS repeats, n_seeds AS seeds, stderr AS stderrs),
        task_length AS lengths, round(value * 100, 1) AS shown, kind::TEXT AS kinds, value AS accuracy,
        ambiguous OR EXISTS (
            FROM typed AS other
            WHERE one.is_statement AND other.is_statement AND other.study = one.study AND other.source <> one.source
                AND other.benchmark = one.benchmark AND other.model IS NOT DISTINCT FROM one.model
                AND other.conditions = one.conditions AND other.split IS NOT DISTINCT FROM one.split
                AND other.task_type = one.task_type AND other.task_length = one.task_length
                AND NOT (one.own AND other.own) AND abs(other.value - one.value) >= 0.0005
        ) AS disputed
    FROM typed AS one
)
SELECT
    type_panel.id AS panel,
    type_panel.source AS of_source,
    task_type,
    list(COLUMNS(['lengths', 'shown', 'low', 'high', 'disputed', 'kinds', 'accuracy', 'items', 'repeats', 'seeds', 'stderrs']) ORDER BY task_length)
        FILTER (missing IS NULL),
    coalesce(list(task_length ORDER BY task_length) FILTER (missing IS NOT NULL), []) AS missing_lengths,
    coalesce(list(missing ORDER BY task_length) FILTER (missing IS NOT NULL), []) AS missing,
    min(seeds) AS n_seeds,
    max(items) AS n_items
FROM tested
JOIN placed_panel AS type_panel
    ON (type_panel.study, type_panel.source, type_panel.benchmark, type_panel.model, type_panel.method, type_panel.split, type_panel.train_samples)
    IS NOT DISTINCT FROM (tested.study, tested.source, tested.benchmark, tested.model, tested.method, tested.split, tested.train_samples)
GROUP BY type_panel.id, type_panel.source, task_type
HAVING count(value) > 0
ORDER BY ALL;
