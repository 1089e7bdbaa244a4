-- What the words of each load mean, and which of its words stay apart though they mean one benchmark.

CREATE TEMP TABLE named_benchmark AS
SELECT
    loaded_as, written.raw, aggregate, apart, is_plain, metric, n_repeats, by_raw.name AS aliased,
    coalesce(listed, min(bare) FILTER (listed IS NULL) OVER (PARTITION BY spelled)) AS name
FROM written_benchmark AS written
JOIN benchmark_word ON benchmark_word.raw = written.raw AND is_group = aggregate
LEFT JOIN alias_benchmark AS by_raw ON by_raw.raw = written.raw;

-- No list of names: DuckDB would test every number, whatever the other condition is.
CREATE MACRO is_plain_score(metric) AS regexp_full_match(
    lower(split_part(metric, ',', 1)), '(mean_)?acc|(average)?accuracy|score|exact_match|em|(is_)?correct'
);

-- The metric of a number, by its words and by the way to measure in the name of its benchmark.
CREATE MACRO metric_by(metric, way) AS CASE
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

SELECT EXISTS (FROM crowded_benchmark);

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
