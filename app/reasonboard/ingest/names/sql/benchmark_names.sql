-- The name of each benchmark of each load: an alias of a person, else the name in the catalogue, else one of the spellings
-- of its words.

CREATE TEMP TABLE named_benchmark AS
SELECT
    loaded_as, written.raw, aggregate, apart, is_plain, metric, n_repeats, by_raw.name AS aliased,
    coalesce(listed, min(bare) FILTER (listed IS NULL) OVER (PARTITION BY spelled)) AS name
FROM written_benchmark AS written
JOIN benchmark_word ON benchmark_word.raw = written.raw AND is_group = aggregate
LEFT JOIN alias_benchmark AS by_raw ON by_raw.raw = written.raw;

CREATE TEMP MACRO is_plain_score(metric) AS lower(split_part(metric, ',', 1)) IN (
    'accuracy', 'acc', 'mean_acc', 'averageaccuracy', 'score', 'exact_match', 'em', 'correct', 'is_correct'
);

-- The metric of a number, by its words and by the way to measure in the name of its benchmark.
CREATE TEMP MACRO metric_by(metric, way) AS CASE
    WHEN way IS NOT NULL AND is_plain_score(metric) THEN way || regexp_extract(metric, '^[^,]*(.*)$', 1)
    ELSE metric
END;

-- Two words of a load that mean one benchmark stay apart if a file has a number of a run by the same metric for both: to its
-- author, they are not the same. A plain spelling of the name keeps it.
CREATE TEMP TABLE crowded_benchmark AS
SELECT loaded_as, raw, name, is_plain, metric AS way
FROM named_benchmark
WHERE aliased IS NULL
QUALIFY count(*) OVER (PARTITION BY loaded_as, name) > 1;

UPDATE written_benchmark SET apart = true
FROM (
    WITH number AS (
        SELECT run, sha256, benchmark, metric, task_type, task_length, split FROM loaded_measurement
        WHERE benchmark IN (SELECT raw FROM crowded_benchmark)
        UNION
        SELECT run, sha256, benchmark, metric, NULL, NULL, NULL FROM sample_part
        WHERE benchmark IN (SELECT raw FROM crowded_benchmark)
    ),
    met AS (
        SELECT loaded_as, list(DISTINCT (raw, is_plain)) AS words
        FROM number
        JOIN loaded_run ON key = run
        JOIN crowded_benchmark USING (loaded_as)
        WHERE raw = benchmark
        GROUP BY loaded_as, run, sha256, name, metric_by(metric, way), task_type, task_length, split
        HAVING count(DISTINCT raw) > 1
    )
    SELECT DISTINCT loaded_as, word[1] AS raw
    FROM (
        SELECT loaded_as, unnest(words) AS word, len(list_filter(words, lambda one: one[2])) AS plain
        FROM met
    )
    WHERE NOT (word[2] AND plain = 1)
) AS met
WHERE met.loaded_as = written_benchmark.loaded_as AND met.raw = written_benchmark.raw;

-- An alias may also be of the shown name, if no file writes that.
INSERT INTO loaded_benchmark_name
WITH own AS (
    SELECT
        named.* EXCLUDE (name, apart), written.apart,
        coalesce(aliased, CASE WHEN written.apart THEN named.raw ELSE name END) AS own_name
    FROM named_benchmark AS named
    JOIN written_benchmark AS written ON written.loaded_as = named.loaded_as AND written.raw = named.raw
),
shown AS (
    SELECT own.*, coalesce(by_shown.name, own_name) AS name, aliased IS NOT NULL OR by_shown.name IS NOT NULL AS is_alias
    FROM own
    LEFT JOIN alias_benchmark AS by_shown
        ON by_shown.raw = own_name AND aliased IS NULL AND own_name NOT IN (SELECT raw FROM written_benchmark)
)
SELECT
    loaded_as, shown.name, raw, metric, n_repeats, shown.aggregate, benchmark.name IS NOT NULL AS listed,
    CASE
        WHEN is_alias THEN 'as an alias says'
        WHEN apart THEN 'kept: a run has another number for the same benchmark'
        WHEN shown.name = raw THEN ''
        WHEN benchmark.name IS NOT NULL THEN 'as the catalogue has it'
        WHEN is_plain THEN 'united with another spelling'
        ELSE 'without the way to measure'
    END
FROM shown
LEFT JOIN benchmark ON benchmark.name = shown.name;

INSERT INTO benchmark
SELECT
    name, coalesce(list(DISTINCT raw ORDER BY raw) FILTER (raw <> name), []), [], false, NULL, NULL, NULL, bool_and(aggregate), 'open', []
FROM loaded_benchmark_name
WHERE NOT listed
GROUP BY name;
