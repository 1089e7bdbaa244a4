-- What every study has.
SELECT
    study,
    count(DISTINCT source) AS sources,
    count(*) AS numbers
FROM result
GROUP BY study
