-- The staged rows as measurements. Percent become fractions by a shift of the decimal point in
-- decimal arithmetic, so that 43.7 is stored as exactly 0.437.
INSERT INTO measurement BY NAME
WITH number AS (
    SELECT COLUMNS(lambda name: NOT is_of_run(name) AND name <> 'model')
    FROM staged
)
SELECT
    staged_run.id AS run,
    number.* EXCLUDE (line) REPLACE (
        CASE
            WHEN $percent AND metric.unit = 'fraction'
                THEN (number.value::DECIMAL(30, 12) * 0.01::DECIMAL(3, 2))::DOUBLE
            ELSE number.value::DOUBLE
        END AS value,
        CASE
            WHEN $percent AND metric.unit = 'fraction'
                THEN (number.stderr::DECIMAL(30, 12) * 0.01::DECIMAL(3, 2))::DOUBLE
            ELSE number.stderr::DOUBLE
        END AS stderr,
        coalesce(number.kind, $kind) AS kind
    )
FROM number
JOIN metric ON metric.name = number.metric
JOIN (SELECT id, unnest(lines) AS line FROM staged_run) AS staged_run ON staged_run.line = number.line
ORDER BY number.line;
