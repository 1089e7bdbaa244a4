-- What a range in words can be compared with: the lowest and the highest value that a bundled source has of a model.
INSERT INTO given_value BY NAME
WITH bundled AS (
    FROM comparable_cell
    JOIN own_source USING (source)
    WHERE study = 'kv-cache' AND NOT own
)
SELECT
    study, source, own, benchmark, metric, unit, point[1] AS value, point[2] AS kind, point[3] AS locator,
    concat_ws(', ', model, benchmark, which) AS place
FROM (
    SELECT study, source, own, model, benchmark, metric, unit, min((value, kind, locators[1])) AS point, 'lowest' AS which
    FROM bundled
    GROUP BY ALL
    UNION ALL
    SELECT study, source, own, model, benchmark, metric, unit, max((value, kind, locators[1])), 'highest'
    FROM bundled
    GROUP BY ALL
);

INSERT INTO given_value BY NAME FROM range_end WHERE study = 'kv-cache';
