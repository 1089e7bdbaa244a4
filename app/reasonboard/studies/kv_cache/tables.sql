-- What the page of kv-cache reads, made once per snapshot from the cells.

-- One row per place of a heatmap over KV windows and ratios: where a source gives several values, the most
-- trusted. A panel names its method, or what it lacks, where the source has several; its number is free of any filter. A
-- window or a ratio that is not stated is -1, and such runs are a heatmap of their own, of one row or one column: no
-- mean mixes them.
-- `others` is what other sources say of the same place (percent), if it differs by more than rounding: of own runs only if they
-- state no settings, as other sources state none.
CREATE TABLE kv_place AS
WITH trusted AS (
    SELECT
        study, source, metric, model, benchmark, kv_method,
        coalesce(cell.kv_window, -1) AS kv_window,
        coalesce(cell.kv_ratio, -1) AS kv_ratio,
        CASE
            WHEN cell.kv_window IS NULL THEN 'no window stated'
            WHEN cell.kv_ratio IS NULL THEN 'no share stated'
        END AS lacks,
        arg_min(value, (kind, locators[1])) AS value,
        arg_min(try_cast(settings['budget'] AS DOUBLE), (kind, locators[1])) AS budget,
        any_value(scale) AS scale,
        min(kind) AS kind,
        min(n_items) AS n_items,
        bool_or(n_listed) AS n_listed,
        min(n_repeats) AS n_repeats,
        min(n_seeds) AS n_seeds,
        CASE WHEN count(*) = 1 THEN any_value(stderr) END AS stderr,
        CASE WHEN count(*) = 1 THEN any_value(run_id) END AS run_id,
        min(low) < max(high) AS ambiguous,
        own,
        any_value(conditions_of(cell)::TEXT) AS conditions,
        bool_or(own AND coalesce(cardinality(settings), 0) > 0) AS is_special
    FROM part_cell AS cell
    JOIN own_source USING (source)
    WHERE cell.kv_window IS NOT NULL OR cell.kv_ratio <> 1
    GROUP BY ALL
)
SELECT
    trusted.* EXCLUDE (own, conditions, is_special),
    (
        SELECT list(DISTINCT round(other.value * 100, 2) ORDER BY round(other.value * 100, 2))
        FROM trusted AS other
        WHERE other.study = trusted.study AND other.source <> trusted.source AND other.metric = trusted.metric
            AND other.benchmark = trusted.benchmark AND other.model IS NOT DISTINCT FROM trusted.model
            AND other.conditions = trusted.conditions AND NOT (trusted.own AND other.own)
            AND NOT trusted.is_special AND NOT other.is_special AND abs(other.value - trusted.value) >= 0.0005
            AND 'illustrative' NOT IN (other.kind, trusted.kind)
    ) AS others,
    CASE WHEN count(DISTINCT coalesce(trusted.kv_method, '')) OVER shown > 1 THEN trusted.kv_method END AS named_method,
    CASE WHEN count(DISTINCT coalesce(lacks, '')) OVER shown > 1 THEN lacks END AS named_lack,
    concat_ws(' · ', trusted.model, trusted.benchmark, named_method, named_lack) AS panel,
    dense_rank() OVER (
        shown ORDER BY trusted.model, lower(trusted.benchmark), trusted.kv_method, lacks NULLS FIRST
    ) - 1 AS number
FROM trusted
WINDOW shown AS (PARTITION BY trusted.study, trusted.source, trusted.metric)
ORDER BY trusted.study, trusted.source, trusted.metric, number, trusted.kv_window, trusted.kv_ratio;

-- The score with the full cache, which keeps all older tokens and so has no window, with what is known of it.
CREATE TABLE kv_full AS
SELECT
    study, source, metric, model, benchmark,
    arg_min(
        struct_pack(
            value := value, n_items := n_items, n_listed := n_listed, n_repeats := n_repeats, n_seeds := n_seeds,
            stderr := stderr, kind := kind::TEXT, scale := scale
        ),
        (kind, locators[1])
    ) AS baseline
FROM part_cell
WHERE kv_window IS NULL AND kv_ratio = 1
GROUP BY ALL;

-- One row per heatmap: its cells as equally long lists, windows first, with what is known of each. `score` is the
-- fraction of each, `highest` the greatest of them; all other lists are as a page shows them. The axes hold every
-- place that any source has for its model and benchmark, so that what this one lacks is seen to be missing.
CREATE TABLE kv_heatmap AS
WITH axes AS (
    SELECT
        study, metric, model, benchmark, lacks,
        list(DISTINCT kv_window ORDER BY kv_window) AS windows,
        list(DISTINCT kv_ratio ORDER BY kv_ratio) AS ratios
    FROM kv_place
    GROUP BY ALL
),
heatmap AS (
    SELECT
        study, source, metric, model, benchmark, lacks, panel, number,
        list(COLUMNS([
            'kv_window', 'kv_ratio', 'score', 'disputed', 'others', 'kinds', 'items', 'repeats', 'seeds', 'stderrs', 'kept'
        ]) ORDER BY kv_window, kv_ratio),
        max(score) AS highest, any_value(scale) AS scale, min(items) AS n_items, min(repeats) AS n_repeats
    FROM (
        SELECT
            * RENAME (value AS score, n_items AS items, n_repeats AS repeats, n_seeds AS seeds, stderr AS stderrs),
            ambiguous OR others IS NOT NULL AS disputed, kind::TEXT AS kinds,
            round(CASE WHEN lacks IS NULL AND budget >= kv_window THEN kv_window + kv_ratio * (budget - kv_window) END) AS kept
        FROM kv_place
    )
    GROUP BY ALL
)
SELECT
    heatmap.*,
    list_transform(score, lambda one: round(one * 100, 2)) AS value,
    list_transform(score, lambda one: round(one, 6) = round(highest, 6)) AS best,
    windows,
    ratios,
    baseline,
    round(low * 100, 2) AS low,
    round(high * 100, 2) AS high
FROM heatmap
JOIN axes
    ON (axes.study, axes.metric, axes.benchmark, axes.model, axes.lacks)
    IS NOT DISTINCT FROM (heatmap.study, heatmap.metric, heatmap.benchmark, heatmap.model, heatmap.lacks)
LEFT JOIN kv_full
    ON (kv_full.study, kv_full.source, kv_full.metric, kv_full.benchmark, kv_full.model)
    IS NOT DISTINCT FROM (heatmap.study, heatmap.source, heatmap.metric, heatmap.benchmark, heatmap.model)
LEFT JOIN bound
    ON (bound.study, bound.source, bound.metric, bound.benchmark, bound.model)
    IS NOT DISTINCT FROM (heatmap.study, heatmap.source, heatmap.metric, heatmap.benchmark, heatmap.model)
ORDER BY heatmap.study, heatmap.source, heatmap.metric, number;

-- How many tests of one kind a source and metric allow, whatever is filtered or picked: each kind is a family. `pairs`:
-- two cells of a heatmap; `cells`: a cell against the highest of its heatmap; `windows` and `ratios`: the means of two
-- windows, or of two ratios, of a heatmap; `full`: a cell against the full cache; `heatmaps`: one
-- test of each.
CREATE TABLE kv_tests AS
WITH counted AS (
    SELECT
        study, source, metric,
        len(score) AS cells,
        baseline IS NOT NULL AS has_baseline,
        len(list_distinct(kv_window)) AS windows,
        len(list_distinct(kv_ratio)) AS ratios
    FROM kv_heatmap
)
SELECT
    study, source, metric,
    struct_pack(
        pairs := greatest(1, sum(cells * (cells - 1) // 2))::INTEGER,
        cells := greatest(1, sum(cells - 1))::INTEGER,
        windows := greatest(1, sum(windows * (windows - 1) // 2))::INTEGER,
        ratios := greatest(1, sum(ratios * (ratios - 1) // 2))::INTEGER,
        "full" := greatest(1, coalesce(sum(cells) FILTER (has_baseline), 0))::INTEGER,
        heatmaps := count(*)::INTEGER
    ) AS tests
FROM counted
GROUP BY ALL;

-- Two rows per heatmap, one where it lacks an axis: `along` its windows the mean score over its ratios, and along its
-- ratios that over its windows, as equally long lists of fractions; `middle` is the mean of all its cells. `cells` says over how many
-- a mean goes and `expected` how many there are in any source; `whole` that none is missing. A kind is that of
-- the least trusted cell.
CREATE TABLE kv_mean AS
WITH placed AS (
    -- Summed in a fixed order, here and below: it decides the last digit of a mean that ends in a 5.
    SELECT
        *, avg(value ORDER BY kv_window, kv_ratio) OVER (PARTITION BY study, source, metric, number) AS middle
    FROM kv_place
),
averaged AS (
    SELECT
        study, source, metric, panel, number, kv_window, kv_ratio,
        CASE WHEN kv_ratio IS NULL THEN 'window' ELSE 'ratio' END AS along,
        avg(value ORDER BY value) AS mean,
        any_value(middle) AS middle,
        count(*) AS cells,
        max(kind) AS kind
    FROM placed
    GROUP BY study, source, metric, panel, number, GROUPING SETS (kv_window, kv_ratio)
    HAVING coalesce(kv_window, kv_ratio) >= 0
),
along AS (
    SELECT
        study, source, metric, panel, number, along,
        list(kv_window ORDER BY kv_window) FILTER (along = 'window') AS kv_window,
        list(kv_ratio ORDER BY kv_ratio) FILTER (along = 'ratio') AS kv_ratio,
        list(mean ORDER BY kv_window, kv_ratio) AS mean,
        any_value(middle) AS middle,
        list(cells ORDER BY kv_window, kv_ratio) AS cells,
        min(cells) AS least,
        list(kind::TEXT ORDER BY kv_window, kv_ratio) AS kinds
    FROM averaged
    GROUP BY ALL
)
SELECT
    along.*,
    len(CASE along WHEN 'window' THEN ratios ELSE windows END) AS expected,
    least = len(CASE along WHEN 'window' THEN ratios ELSE windows END)
        AND len(cells) = len(CASE along WHEN 'window' THEN windows ELSE ratios END) AS whole
FROM along
JOIN kv_heatmap USING (study, source, metric, panel, number)
ORDER BY study, source, metric, number, along;
