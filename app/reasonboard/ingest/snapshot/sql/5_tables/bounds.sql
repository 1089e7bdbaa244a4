-- Ranges that a source states without a curve.
CREATE TABLE bound (
    study TEXT, source TEXT, model TEXT, benchmark TEXT, metric TEXT, unit TEXT, low DOUBLE, high DOUBLE, locators TEXT[]
);

SELECT EXISTS (FROM measurement WHERE kind IN ('bound_low', 'bound_high'));

INSERT INTO bound
SELECT
    study, source, model, benchmark, metric, unit,
    max(value) FILTER (kind = 'bound_low') AS low,
    max(value) FILTER (kind = 'bound_high') AS high,
    list(locator ORDER BY locator) AS locators
FROM result
WHERE kind IN ('bound_low', 'bound_high')
GROUP BY ALL
ORDER BY ALL;
