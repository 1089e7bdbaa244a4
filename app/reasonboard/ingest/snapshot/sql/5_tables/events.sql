-- When each run happened, for those that have a model. `event` puts the runs of a configuration in order, whatever loads they
-- are from.

-- A text by which numbers within it stand in the order of their size.
CREATE MACRO number_order(text) AS list_transform(
    regexp_extract_all(lower(text), '[0-9]+|[^0-9]+'),
    lambda part: CASE WHEN regexp_matches(part, '^[0-9]') THEN lpad(part, 40, '0') ELSE part END
);

CREATE TABLE dated_run AS
WITH filed AS (
    SELECT key, max(changed) AS changed, max(loaded_at) AS loaded_at, min(tool) AS tool
    FROM loaded_run
    JOIN (SELECT DISTINCT run AS key, sha256 FROM placed) AS its_file USING (key)
    JOIN loaded_file USING (sha256)
    GROUP BY key
),
-- A run whose numbers are shown by two studies is one event.
named AS (
    SELECT *
    FROM run
    WHERE model IS NOT NULL
    QUALIFY row_number() OVER (PARTITION BY source, key ORDER BY id) = 1
),
stated AS (
    SELECT
        named.id AS run, named.key, named.source, coalesce(of_model, model) AS model, configuration, build, build_key, seed, repeat,
        source.rank > 1000 AS own, filed.tool,
        -- A date that is later than the load is a clock that goes wrong: a day is the most that time zones differ by.
        CASE WHEN coalesce(utc(date) <= filed.loaded_at + INTERVAL 1 DAY, true) THEN utc(date) END AS stated,
        coalesce(stated, changed) AS time, changed, filed.loaded_at
    FROM named
    JOIN source ON source.id = named.source
    LEFT JOIN filed USING (key)
),
-- Runs of one time are in the order of their files, and of their rows there: each is a microsecond after the one before.
same_time AS (
    FROM stated WHERE own QUALIFY count(*) OVER (PARTITION BY configuration, time) > 1
),
written AS (
    SELECT run AS key, min([number_order(path), number_order(locator)]) AS written
    FROM loaded_measurement
    JOIN loaded_file USING (sha256)
    WHERE run IN (SELECT key FROM same_time)
    GROUP BY run
),
later AS (
    SELECT
        run,
        to_microseconds(
            row_number() OVER (PARTITION BY configuration, time ORDER BY loaded_at, written NULLS FIRST, key) - 1
        ) AS later
    FROM same_time
    LEFT JOIN written USING (key)
)
SELECT
    run, key, source, model, configuration,
    time + coalesce(later, INTERVAL 0 SECOND) AS made_at,
    CASE
        WHEN stated IS NOT NULL THEN 'stated'
        WHEN changed IS NULL OR count(*) FILTER (stated IS NULL) OVER (PARTITION BY configuration, seed, changed) > 1
            THEN 'load order'
        ELSE 'file time'
    END AS made_from,
    build, build_key, seed, repeat, loaded_at, own, tool
FROM stated
LEFT JOIN later USING (run)
ORDER BY configuration, made_at;

CREATE VIEW event AS
SELECT
    * EXCLUDE (loaded_at, own, tool),
    row_number() OVER (PARTITION BY configuration ORDER BY made_at NULLS FIRST, loaded_at, run)::INTEGER AS place,
    own, tool
FROM dated_run;
