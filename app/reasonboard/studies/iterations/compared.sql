-- Sources of the same curve are compared at its ends and extremes, which is all that a description in words
-- gives: not at every iteration, save over seeds.
DELETE FROM given_value WHERE study = 'iterations' AND NOT of_seeds;

INSERT INTO given_value BY NAME
WITH curve AS (
    SELECT
        study, source, own, benchmark, metric, unit, line_words(one) AS line,
        count(*) > 2 AS whole,
        arg_min((value, kind, locators[1]), iteration) AS start,
        arg_max((value, kind, locators[1]), iteration) AS finish,
        arg_min((value, kind, locators[1]), value) AS lowest,
        arg_max((value, kind, locators[1]), value) AS highest
    FROM as_printed('comparable_cell') AS one
    WHERE study = 'iterations' AND iteration IS NOT NULL AND (NOT own OR coalesce(cardinality(settings), 0) = 0)
    GROUP BY ALL
),
turning AS (
    SELECT study, source, own, benchmark, metric, unit, line, start AS point, 'at the start' AS which FROM curve
    UNION ALL
    SELECT study, source, own, benchmark, metric, unit, line, finish, 'at the end' FROM curve
    UNION ALL
    SELECT study, source, own, benchmark, metric, unit, line, lowest, 'lowest' FROM curve WHERE whole
    UNION ALL
    SELECT study, source, own, benchmark, metric, unit, line, highest, 'highest' FROM curve WHERE whole
)
SELECT
    study, source, own, benchmark, metric, unit, point[1] AS value, point[2] AS kind, point[3] AS locator,
    line || ', ' || which AS place
FROM turning;

INSERT INTO given_value BY NAME FROM range_end WHERE study = 'iterations';
