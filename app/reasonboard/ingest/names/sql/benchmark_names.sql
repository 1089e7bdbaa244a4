-- The name of each benchmark of each load: an alias of a person, else the name in the catalogue, else one of the spellings
-- of its words.

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
        WHEN benchmark.name IS NOT NULL THEN 'as in the catalog'
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
