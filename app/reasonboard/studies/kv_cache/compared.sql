-- What a range in words can be compared with: the lowest and the highest value of a source.
INSERT INTO given_value BY NAME
SELECT
    study, source, benchmark, metric, unit, point[1] AS value, point[2] AS kind, point[3] AS locator,
    benchmark || ', ' || which AS place
FROM (
    SELECT study, source, benchmark, metric, unit, min((value, kind, locators[1])) AS point, 'lowest' AS which
    FROM comparable_cell
    WHERE study = 'kv-cache'
    GROUP BY ALL
    UNION ALL
    SELECT study, source, benchmark, metric, unit, max((value, kind, locators[1])), 'highest'
    FROM comparable_cell
    WHERE study = 'kv-cache'
    GROUP BY ALL
);

INSERT INTO given_value BY NAME FROM range_end WHERE study = 'kv-cache';
