-- What every study has.
SELECT
    study,
    count(DISTINCT source) AS sources,
    count(DISTINCT model) AS models,
    count(DISTINCT benchmark) AS benchmarks,
    count(*) AS numbers
FROM result
GROUP BY study
